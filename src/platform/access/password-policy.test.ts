import { describe, expect, it } from 'vitest'
import { Failure } from '#shared/failure.ts'
import { refuseWeakPassword } from './password-policy.ts'

const about = ['mia.tanaka', 'Mia Tanaka', 'mia@harbour-and-vine.example', 'Harbour & Vine']
const verdict = (password: string, words = about, wordsAllowed = false) => {
  try {
    refuseWeakPassword(password, words, wordsAllowed)
    return 'taken'
  } catch (error) {
    return error instanceof Failure ? error.code : error
  }
}

describe('a new password', () => {
  it.each([
    'a brass bell at closing',
    'seven brass bells at closing',
    'quiet lanterns over wharf',
    'tr0ub4dor&3-and-more',
    'xK9#mQ2$vL5!',
    '8402 7501 9384 x',
    '840275019384',
    'staple battery moon',
    'Mia likes purple rain',
    'harbour lights and gulls',
    'cellar door password book club',
    '🍺🍻🥂🍷🍸🍹🍾🥃🍶🍵☕🫖',
    'いろはにほへとちりぬるを',
    'привет как дела друг',
  ])('may be %j', (password) => {
    expect(verdict(password)).toBe('taken')
  })

  it.each([
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abababababababab',
    '123456789012',
    '210987654321',
    'qwertyuiopasdf',
    'qwertyuiop[]12',
    'asdfghjkl123',
    '1qaz2wsx3edc4rfv',
    'password1234',
    'PASSWORD1234',
    'Password-2026!',
    'P@ssw0rd2026!',
    'p455w0rd!!!!',
    'ｐａｓｓｗｏｒｄ1234',
    'welcome12345',
    'Welcome2Daybook',
    'daybookdaybook',
    'iloveyou2026!',
    'summer-winter-2026',
    'letmeinletmein',
    'correcthorsebatterystaple',
    'miatanaka123',
    'Mia.Tanaka.99',
    'tanaka tanaka',
    'HarbourVine26',
    'harbour-and-vine',
    'Harbour & Vine!',
    'harbourvine1!',
    'administrator',
    'manager12345',
  ])('is too easy to guess as %j', (password) => {
    expect(verdict(password)).toBe('PasswordTooCommon')
  })

  it('is held to length and not to words for people of the sample', () => {
    expect(verdict('harbour-and-vine', about, true)).toBe('taken')
    expect(verdict('too short', about, true)).toBe('PasswordTooShort')
  })

  it('has 12 to 256 characters, however many bytes these take', () => {
    expect(verdict('blue otters')).toBe('PasswordTooShort')
    expect(verdict('blue otters!')).toBe('taken')
    expect(verdict('🦦🦊🦉🐺🐗🐴🦄🐝🐛🦋🐌')).toBe('PasswordTooShort')
    expect(verdict('🦦🦊🦉🐺🐗🐴🦄🐝🐛🦋🐌🐞')).toBe('taken')
    expect(verdict('owls and foxes '.repeat(30).slice(0, 256))).toBe('taken')
    expect(verdict('owls and foxes '.repeat(30).slice(0, 257))).toBe('PasswordTooLong')
  })

  it('is judged in a moment, whatever it is', () => {
    const began = performance.now()
    for (const text of ['a'.repeat(256), 'ab'.repeat(128), '1 '.repeat(128), 'password'.repeat(32), '20'.repeat(128)]) verdict(text)
    expect(performance.now() - began).toBeLessThan(200)
  })
})
