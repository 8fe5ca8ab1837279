/** Python files come as text. */
declare module '*.py' {
  const text: string;
  export default text;
}
