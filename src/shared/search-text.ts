/** Text as searches compare it: wide and narrow, capital and small letters are the same. */
export const searchText = (text: string): string => text.normalize('NFKC').toLowerCase()
