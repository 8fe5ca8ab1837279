/** What a judge found, in sentences. */
import type { CaseResult, Problem } from '../python/messages';
import type { ExerciseWords } from '../words';
import { numberText, placeText, shapeText, valueAt } from './numbers';

/** A result's sentence: why a case isn't passed, or nothing. */
export function reasonText(words: ExerciseWords, result: CaseResult): string {
  const { reason, got, expected } = result;
  if (!reason) return '';
  const { reasons } = words;
  switch (reason.key) {
    case 'none':
    case 'ragged':
    case 'kind':
      return reasons[reason.key];
    case 'tuple':
      return reasons.tuple(reason.length);
    case 'object':
      return reasons.object(reason.type);
    case 'large':
      return reasons.large(reason.size);
    case 'shape':
      return reasons.shape(shapeText(got?.shape ?? []), shapeText(expected.shape));
    case 'not_finite':
      return reasons.notFinite(placeText(reason.at), got ? valueAt(got, reason.at) : '');
    case 'value':
      return reasons.value(
        placeText(reason.at),
        got ? valueAt(got, reason.at) : '',
        valueAt(expected, reason.at),
        short(reason.difference),
        short(reason.allowed),
      );
  }
}

/** An exception's sentence, in the page's language; Python's own words stay with it. */
export function problemText(words: ExerciseWords, problem: Problem): string {
  const { problems } = words;
  const { key, type, message, line, name } = problem;
  if (key === 'module') return name === 'torch' ? problems.torch : problems.module(name);
  if (key === 'entry') return problems.entry(name);
  if (key === 'raised') return problems.raised(`${type}: ${message}`, line);
  if (key === 'syntax') return problems.syntax(message, line);
  return problems[key](line);
}

function short(value: number): string {
  return numberText(Number(value.toPrecision(2)));
}
