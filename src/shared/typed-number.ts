const GROUPED = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/

/** A number somebody typed, as digits with a decimal point: 49,500 has thousands, 4,6 a decimal comma. What is no number is returned as it is. */
export const plainNumber = (typed: string): string => {
  const plain = typed.normalize('NFKC').replace(/\s/g, '')
  return GROUPED.test(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.')
}
