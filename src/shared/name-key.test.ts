import { describe, expect, it } from 'vitest'
import { isReservedRoleName, nameKey } from './name-key.ts'

describe('two names are one', () => {
  it.each([
    ['in capitals', 'Ruth', 'RUTH'],
    ['in full width', 'Ruth', 'Ｒｕｔｈ'],
    ['with spaces around and more between', 'Ruth Ann', '  Ruth   Ann '],
    ['with something invisible in it', 'Ruth', 'Ru\u200bt\u2060h\ufeff'],
    ['with a soft hyphen', 'Ruth', 'Ru\u00adth'],
    ['turned around by a mark', 'Ruth', '\u202eRuth\u202c'],
    ['composed otherwise', 'Zoë', 'Zoe\u0308'],
    ['with a sharp s', 'Groß', 'GROSS'],
    ['with half-width kana', 'カフェ', 'ｶﾌｪ'],
  ])('%s', (_how, one, other) => {
    expect(nameKey(other)).toBe(nameKey(one))
  })

  it('and others are not', () => {
    expect(nameKey('Ruth')).not.toBe(nameKey('Rute'))
    expect(nameKey('Zoë')).not.toBe(nameKey('Zoe'))
    expect(nameKey('一郎')).not.toBe(nameKey('二郎'))
  })

  it('comparing what was compared already changes nothing', () => {
    for (const name of ['Groß', 'İstanbul', 'ΣΑΣ', 'Ǆ', 'ﬃ', '𝔄dmin', 'Ruth\u200b Ann']) expect(nameKey(nameKey(name))).toBe(nameKey(name))
  })
})

it.each(['Admin', 'ADMIN', 'Ａｄｍｉｎ', 'Ad\u200bmin', ' admin ', '𝐀𝐝𝐦𝐢𝐧', 'ⓐⓓⓜⓘⓝ', 'Adm\u0131n'])('%j is kept for Admin', (name) => {
  expect(isReservedRoleName(name)).toBe(true)
})
