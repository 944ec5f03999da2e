/** What may hold a semicolon that ends nothing: comments, texts, names, and bodies between dollars. */
const WHOLE = /--[^\n]*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(?<!\w)\$(\w*)\$[\s\S]*?\$\1\$|;/gi

/**
 * The statements of an SQL text, one by one. A distributed PostgreSQL passes the text of a change on to its workers, and takes a text
 * of several for one.
 */
export const statementsIn = (text: string): string[] => {
  const ends = [...text.matchAll(WHOLE)].filter(([found]) => found === ';').map(({ index }) => index + 1)
  return [0, ...ends].map((from, at) => text.slice(from, ends[at])).filter(saysSomething)
}

const saysSomething = (statement: string): boolean =>
  statement
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')
    .replace(';', '')
    .trim() !== ''
