import { expect, test } from 'vitest'
import { CallError, errorText, fieldErrorText } from './call-error.ts'

test('the server’s own message is shown where there is one', () => {
  const refused = new CallError(404, 'Not Found', { code: 'LocationNotFound', said: 'There is no such location.' })
  expect(errorText(refused, 'en')).toBe('There is no such location.')
})

test('without one it is "Error Code: n" and the message', () => {
  expect(errorText(new CallError(502, 'Bad Gateway'), 'en')).toBe('Error Code: 502 Bad Gateway')
  expect(errorText(new CallError(502, 'Bad Gateway'), 'jp')).toBe('エラーコード: 502 Bad Gateway')
})

test('no status at all is the browser’s message, and hints at https', () => {
  expect(errorText(new CallError(0, 'Failed to fetch'), 'en')).toBe('Failed to fetch. Please use https rather than http.')
  expect(errorText(new CallError(0, 'Failed to fetch'), 'jp')).toBe('Failed to fetch. http ではなく https をご利用ください。')
})

test('anything else thrown shows its own message', () => {
  expect(errorText(new TypeError('x is not a function'), 'en')).toBe('x is not a function')
})

test('a known code speaks Japanese, with the values of the server’s sentence', () => {
  const tooLong = new CallError(400, 'Bad Request', { code: 'RangeTooLong', said: 'The range is too long: at most 31 days.' })
  expect(errorText(tooLong, 'jp')).toBe('期間が長すぎます(最大31 days)。')
  expect(errorText(tooLong, 'en')).toBe('The range is too long: at most 31 days.')
})

test('an unknown code, and a sentence of its own under a known one, stay as the server said them', () => {
  expect(errorText(new CallError(400, '', { code: 'toString', said: 'Odd.' }), 'jp')).toBe('Odd.')
  expect(errorText(new CallError(400, '', { code: 'RangeTooLong', said: 'Another sentence.' }), 'jp')).toBe('Another sentence.')
})

test('a field’s complaint is found by its name', () => {
  const refused = new CallError(400, '', { fields: [{ FieldName: 'Points', ErrorCode: 'Invalid', Message: 'total cannot be less than zero' }] })
  expect(fieldErrorText(refused, 'Points')).toBe('total cannot be less than zero')
  expect(fieldErrorText(refused, 'Comments')).toBeUndefined()
  expect(fieldErrorText(new Error('no'), 'Points')).toBeUndefined()
})
