# %% title [markdown]
# # Lab: percobaan √d
#
# Bab [scaled dot-product attention](../chapters/scaled-dot-product-attention.md#why-divide) membagi skor dengan $\sqrt{d}$ dan memperlihatkan akibatnya pada satu query dan delapan key. Satu contoh bisa saja kebetulan. Di sini ribuan query, untuk masing-masing dari lima nilai $d$, menjawab tiga pertanyaan. Seberapa lebar skor menyebar? Setajam apa softmax jadinya? Berapa banyak gradien yang bisa kembali melewatinya? Di setiap langkah kita juga bertanya: kenapa tidak dibagi $d$ saja?

# %% draw [markdown]
# ## Data acak
#
# Untuk setiap $d$ kita bangkitkan ribuan query acak, masing-masing dengan delapan key-nya sendiri. Semua komponennya berdistribusi normal baku. Skornya disimpan dalam tiga versi: mentah, dibagi $\sqrt{d}$, dan dibagi $d$.

# %% scores
import matplotlib.pyplot as plt
import numpy as np
import torch

acak = np.random.default_rng(0)
ukuran = np.array([4, 16, 64, 256, 1024])
banyak_query, banyak_key, kelompok = 4000, 8, 250


def skor_mentah(d):
    """Skor setiap query dengan key-nya sendiri, hemat memori."""
    bagian = []
    for _ in range(banyak_query // kelompok):
        q = acak.standard_normal((kelompok, d, 1))
        K = acak.standard_normal((kelompok, banyak_key, d))
        bagian.append((K @ q)[..., 0])  # (b, 8, d) @ (b, d, 1) -> (b, 8)
    return np.concatenate(bagian)


mentah = np.stack([skor_mentah(d) for d in ukuran])  # (5, 4000, 8)
pembagi = np.array([ukuran**0, np.sqrt(ukuran), ukuran])  # (3, 5)
S = mentah / pembagi[..., None, None]  # (3, 5, 4000, 8)

# %% show [markdown]
# Dua fungsi kecil menampilkan hasilnya: satu mencetak tabel, satu menggambar garis.

# %% helpers
judul = ["mentah", "/√d", "/d"]
plt.rc(
    "axes",
    prop_cycle=plt.cycler(
        color=["#0072b2", "#b45309", "#00795a", "#7b3fa0"],
        marker=["o", "s", "^", "D"],
        linestyle=["-", "--", "-.", ":"],
    ),
)


def tabel(keterangan, kolom):
    """Cetak satu baris untuk setiap d, tiga angka penting di tiap kolom."""
    print(keterangan)
    print("   d", *(f"{nama:>8}" for nama in judul))
    for d, *angka in zip(ukuran, *kolom):
        print(f"{d:4}", *(f"{bilangan:#8.3g}" for bilangan in angka))


def gambar(garis, sumbu_y, **pengaturan):
    """Gambar garis terhadap d; bukan hanya warna pembedanya."""
    _, ax = plt.subplots(figsize=(4.4, 3.3), layout="constrained")
    for label, nilai in garis.items():
        ax.plot(ukuran, nilai, label=label)
    ax.set(xscale="log", xlabel="d", ylabel=sumbu_y, **pengaturan)
    ax.set_xticks(ukuran, ukuran)
    ax.minorticks_off()
    ax.legend()
    plt.show()


# %% spread [markdown]
# ## Seberapa lebar skor menyebar
#
# Perkalian titik menjumlahkan $d$ suku yang saling bebas, masing-masing dengan varians satu. Jadi, menurut teori, simpangan baku skor adalah $\sqrt{d}$.

# %% measure_spread
sebaran = S.std(axis=(-2, -1))  # (3, 5)
tabel("simpangan baku skor", sebaran)
print("√d (teori):", *np.sqrt(ukuran))

# %% plot_spread alt="Grafik garis simpangan baku skor terhadap d, dari 4 sampai 1024, kedua sumbunya logaritmik. Yang mentah naik lurus dari 2 ke 32. Yang dibagi √d mendatar di 1. Yang dibagi d turun lurus dari 1/2 ke 1/32."
gambar(
    dict(zip(judul, sebaran)),
    "simpangan baku",
    yscale="log",
    yticks=[1 / 32, 1 / 8, 1 / 2, 2, 8, 32],
    yticklabels=["1/32", "1/8", "1/2", "2", "8", "32"],
)

# %% read_spread [markdown]
# Teorinya cocok. Sebaran skor mentah mengikuti $\sqrt{d}$: dimensi empat kali lipat, sebaran dua kali lipat. Setelah dibagi $\sqrt{d}$, sebarannya satu untuk setiap $d$. Pembagian dengan $d$ kebablasan: sebarannya kini menyusut secepat tadinya membesar.

# %% check_spread
assert np.allclose(sebaran * pembagi, np.sqrt(ukuran), rtol=0.02)

# %% sharpness [markdown]
# ## Setajam apa softmax jadinya
#
# Bobot terbesar menunjukkan seberapa banyak perhatian yang diambil sang pemenang. Andai kedelapan key setara, nilainya seperdelapan. Entropi melihat seluruh baris: tiga bit untuk delapan bobot yang sama, nol bila satu key mengambil semuanya. Keduanya dirata-ratakan atas semua query.


# %% measure_sharpness
def softmax(S):
    """Softmax pada sumbu terakhir, stabil."""
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


p = softmax(S)  # (3, 5, 4000, 8)
terbesar = p.max(axis=-1).mean(axis=-1)  # (3, 5)
entropi = -(p * np.log2(p)).sum(axis=-1).mean(axis=-1)
tabel("rata-rata bobot terbesar", terbesar)
print()
tabel("rata-rata entropi dalam bit", entropi)

# %% plot_sharpness alt="Grafik garis rata-rata bobot terbesar terhadap d, dari 4 sampai 1024. Yang mentah naik dari sekitar setengah sampai hampir satu. Yang dibagi √d hampir mendatar di sekitar sepertiga. Yang dibagi d turun dari kurang dari seperempat menjadi sedikit di atas seperdelapan."
gambar(dict(zip(judul, terbesar)), "rata-rata bobot terbesar", ylim=(0, 1))

# %% read_sharpness [markdown]
# Tanpa skala, pemenang mengambil sekitar setengah bobot di dimensi terkecil dan hampir semuanya di dimensi terbesar. Softmax makin yakin, padahal vektornya acak dan tidak ada yang pantas diyakini. Setelah dibagi $\sqrt{d}$, pemenang mendapat sekitar sepertiga, berapa pun dimensinya. Kalau dibagi $d$, di dimensi terbesar semua key kebagian sekitar seperdelapan: suara query hampir tidak terdengar lagi.
#
# Entropi menceritakan hal yang sama: turun sampai sekitar sepersepuluh bit, bertahan di dua setengah bit, atau naik sampai hampir tiga. Hanya dengan $\sqrt{d}$, dimensi tidak ikut menentukan.

# %% check_sharpness
assert 0.5 < terbesar[0, 0] < 0.55 and all(np.diff(terbesar[0]) > 0)
assert terbesar[0, -1] > 0.95 and 0.08 < entropi[0, -1] < 0.13
assert np.allclose(terbesar[1], 1 / 3, atol=0.04)
assert np.allclose(entropi[1], 2.5, atol=0.05)
assert terbesar[2, 0] < 1 / 4 and all(np.diff(terbesar[2]) < 0)
assert terbesar[2, -1] - 1 / banyak_key < 0.01 and entropi[2, -1] > 2.99

# %% gradient [markdown]
# ## Berapa banyak gradien yang kembali
#
# Jika skor $s_j$ yang masuk ke softmax bergeser sedikit, bobot $p_i$ bergeser sebesar $p_i(\delta_{ij} - p_j)$ kali pergeseran itu, dengan $\delta_{ij}$ bernilai 1 bila $i = j$ dan 0 bila tidak. Semua turunan itu membentuk Jacobian softmax. Jejaknya (*trace*), $\sum_i p_i(1 - p_i) = 1 - \sum_i p_i^2$, menjumlahkan kepekaan setiap bobot terhadap skornya sendiri. Jejak yang mendekati nol berarti softmax tuli: hampir tidak ada koreksi yang tembus. Selain rata-ratanya, kita lihat juga mediannya, yaitu jejak milik query yang biasa-biasa saja.

# %% measure_traces
jejak = 1 - (p**2).sum(axis=-1)  # (3, 5, 4000)
rata_rata, median = jejak.mean(axis=-1), np.median(jejak, axis=-1)
tabel("rata-rata jejak", rata_rata)
print()
tabel("median jejak", median)

# %% chain [markdown]
# ### Satu faktor lagi
#
# Itu tadi turunan terhadap skor yang masuk ke softmax. Dalam perjalanan kembali ke skor mentah, aturan rantai membagi sekali lagi: dengan $\sqrt{d}$ atau dengan $d$. Autograd PyTorch tidak tahu rumus kita. Apakah jejak yang didapatnya sama, untuk query pertama dari setiap $d$?


# %% autograd
def jejak_autograd(s, akar):
    """Jejak turunan bobot terhadap skor mentah s."""
    J = torch.autograd.functional.jacobian(
        lambda x: torch.softmax(x / akar, dim=-1), torch.from_numpy(s)
    )
    return J.trace().item()


akar_d = pembagi[1]
saksi = [jejak_autograd(s, akar) for s, akar in zip(mentah[:, 0], akar_d)]
sama = np.allclose(saksi, jejak[1, :, 0] / akar_d, rtol=1e-9, atol=0)
print("sama dengan autograd:", sama)

# %% to_raw
tabel("rata-rata jejak, sampai skor mentah", rata_rata / pembagi)
print()
tabel("median jejak, sampai skor mentah", median / pembagi)

# %% plot_traces alt="Grafik garis jejak Jacobian softmax terhadap d, dari 4 sampai 1024, kedua sumbunya logaritmik. Rata-rata mentah turun ajek, dari setengah lebih ke sekitar 1/20. Median mentah bermula di dekatnya, lalu terjun sampai di bawah seperseratus ribu. Yang dibagi √d, mediannya mendatar di sekitar empat perlima. Sampai di skor mentah, median itu turun selandai rata-rata mentah dan tetap sedikit di bawahnya."
garis = {
    "mentah, rata-rata": rata_rata[0],
    "mentah, median": median[0],
    "/√d, median": median[1],
    "/√d, median, sampai skor mentah": median[1] / akar_d,
}
gambar(garis, "jejak Jacobian", yscale="log")

# %% read_traces [markdown]
# Tanpa skala, rata-rata jejak menjadi kira-kira separuhnya setiap kali $d$ menjadi empat kali lipat. Mediannya terjun: di dimensi terbesar, jejak query yang biasa-biasa saja tinggal kurang dari seperseratus ribu. Yang menahan rata-ratanya adalah sebagian kecil query, yaitu query yang dua skor teratasnya kebetulan berdekatan. Di dimensi terbesar itu, sepersepuluh query teratas memegang sekitar empat perlima dari jumlah seluruhnya.
#
# Setelah dibagi $\sqrt{d}$, rata-rata dan median sama-sama bertahan di dekat empat perlima. Kalau dibagi $d$, jejaknya malah lebih besar. Namun, hanya $1/d$-nya yang sampai ke skor mentah, dan di dimensi besar bobotnya hampir tidak membedakan key.
#
# Sekarang faktor tambahan itu. Sampai di skor mentah, rata-rata jejak dengan skala lebih kecil daripada tanpa skala, di setiap dimensi. Jadi, $\sqrt{d}$ tidak menambah gradien rata-rata. Gunanya lain: semua query jadi kebagian. Mulai dimensi 64, query yang biasa-biasa saja menerima lebih banyak dengan skala, walaupun ada faktor itu, dan di dimensi terbesar ribuan kali lebih banyak. Dalam perjalanan ke query, faktor itu terbayar kembali: di sana gradien dikalikan dengan key, yang normanya sekitar $\sqrt{d}$.

# %% check_traces
penurunan = rata_rata[0, 1:] / rata_rata[0, :-1]
berurut = np.sort(jejak[0, -1])
teratas = berurut[-banyak_query // 10 :].sum() / berurut.sum()
perolehan = median[1] / akar_d / median[0]
assert sama
assert all(penurunan > 0.45) and all(penurunan < 0.6)
assert median[0, -1] < 1e-5 and 0.75 < teratas < 0.85
assert np.allclose([rata_rata[1], median[1]], 0.8, atol=0.05)
assert all(rata_rata[2] > rata_rata[1])
assert all(rata_rata[1] / akar_d < rata_rata[0])
assert all((perolehan > 1) == (ukuran >= 64)) and perolehan[-1] > 2000

# %% limits [markdown]
# ## Sejauh mana ini berlaku
#
# Semua ini tentang vektor acak, seperti sebelum pelatihan. Setelah dilatih, query dan key tidak lagi saling bebas. Skornya lalu bisa tumbuh sebanding dengan $d$, bukan $\sqrt{d}$; karena itulah [μP](https://arxiv.org/abs/2203.03466) membagi dengan $d$.
#
# Unduh notebook-nya dan coba nilai lain, misalnya untuk `banyak_key`. Sel-sel dengan `assert` menjaga agar kalimat cocok dengan angkanya: sel yang gagal menunjukkan kalimat mana yang tidak berlaku lagi.
