/** How files say yes and no, in small letters. */
const YES = new Set(['yes', 'y', 'true', '1', 'x', 'はい', '有', '○', '〇', '済'])
const NO = new Set(['', 'no', 'n', 'false', '0', '-', 'いいえ', '無', '×'])

/** Whether a cell says yes; undefined for what is neither yes nor no. */
export const flagIn = (cell: string): boolean | undefined => {
  const said = cell.trim().toLowerCase()
  return YES.has(said) ? true : NO.has(said) ? false : undefined
}
