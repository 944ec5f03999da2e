import { nameKey } from '#shared/name-key.ts'

const MARKS = new Set(
  'error unknown n/a na n.a. null none nil nan undefined missing tbd - -- – — ? ?? . #n/a #ref! #value! #name? #div/0! (blank) 不明 なし 無し 未設定 未入力 該当なし'.split(
    ' ',
  ),
)

/** Whether a cell says that there is nothing to say: ERROR, UNKNOWN, N/A, NULL, a dash. A blank is one too. */
export const isMark = (cell: string): boolean => {
  const key = nameKey(cell)
  return key === '' || MARKS.has(key)
}
