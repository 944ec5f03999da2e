import { expect, test } from 'vitest'
import { Failure } from '#shared/failure.ts'
import { CallError, complaintText, errorText, fieldErrorText } from './call-error.ts'

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
  const tooLong = new CallError(400, 'Bad Request', { code: 'RangeTooLong', said: 'The range is too long. The limit is 1,100 days by day.' })
  expect(errorText(tooLong, 'jp')).toBe('期間が長すぎます(日別では1,100日まで)。')
  expect(errorText(tooLong, 'en')).toBe('The range is too long. The limit is 1,100 days by day.')
})

test.each([
  ['31 days by hour', '時間別では31日'],
  ['5 years by week', '週別では5年'],
  ['5 years by month', '月別では5年'],
  ['10 years by year', '年別では10年'],
  ['10 years', '10年'],
  ['50,000 rows in one file', '1ファイルにつき50,000行'],
  ['1,000,000 receipts in one file', '1ファイルにつきレシート1,000,000件'],
])('a limit of %s is Japanese within its sentence', (limit, japanese) => {
  const tooLong = new CallError(400, '', { code: 'RangeTooLong', said: `The range is too long. The limit is ${limit}.` })
  expect(errorText(tooLong, 'jp')).toBe(`期間が長すぎます(${japanese}まで)。`)
})

test('what somebody cannot give is told in Japanese, each permission and role by name, with where', () => {
  const parts = [
    'View payments usage',
    'the role Manager',
    'View Stars (at locations where you do not work)',
    'the role Night shift (at all locations, including new ones)',
  ]
  const said = `You can't give or remove permissions that you don't have yourself: ${parts.join('; ')}.`
  expect(errorText(new CallError(403, '', { code: 'BeyondOwnAccess', said }), 'jp')).toBe(
    '自分が持っていない権限は付与も取消もできません: 決済利用状況の閲覧、役割「マネージャー」、Starsの閲覧(ご自身の担当ではない店舗)、役割「Night shift」(今後追加される店舗を含む全店舗)',
  )
})

test('an unknown code, and a sentence of its own under a known one, stay as the server said them', () => {
  expect(errorText(new CallError(400, '', { code: 'toString', said: 'Odd.' }), 'jp')).toBe('Odd.')
  expect(errorText(new CallError(400, '', { code: 'RangeTooLong', said: 'Another sentence.' }), 'jp')).toBe('Another sentence.')
})

const refusedFields = (FieldName: string, Message: string) => new CallError(400, '', { fields: [{ FieldName, ErrorCode: 'Invalid', Message }] })

test('a field’s complaint is found by its name', () => {
  const refused = refusedFields('Points', 'total cannot be less than zero')
  expect(fieldErrorText(refused, 'Points', 'en')).toBe('total cannot be less than zero')
  expect(fieldErrorText(refused, 'Comments', 'en')).toBeUndefined()
  expect(fieldErrorText(new Error('no'), 'Points', 'en')).toBeUndefined()
})

test('a field’s complaint is Japanese to a Japanese reader, with what stood in it, and stays as it is where nobody knows the sentence', () => {
  const inBoth = (field: string, message: string) => (['en', 'jp'] as const).map((language) => fieldErrorText(refusedFields(field, message), field, language))
  expect(inBoth('UserName', 'A user name cannot have spaces.')).toEqual(['A user name cannot have spaces.', 'ユーザー名に空白は使えません。'])
  expect(inBoth('Locations.0.Name', 'There is already a location "Bar".')[1]).toBe('「Bar」という店舗はすでにあります。')
  expect(inBoth('User.Expires', 'User.Expires is in the past.')[1]).toBe('過去の日時です。')
  expect(inBoth('Locations.2.FromDay', 'FromDay can be at most 400 days ahead.')[1]).toBe('400日先までの日付を入力してください。')
  expect(inBoth('FirstName', 'FirstName must have at most 100 characters.')[1]).toBe('100文字以内で入力してください。')
  expect(inBoth('Points', 'Odd.')).toEqual(['Odd.', 'Odd.'])
})

test('a complaint that does not stand at its field names it, in Japanese too', () => {
  const unknown = { FieldName: 'User.Status', ErrorCode: 'Unknown', Message: 'User.Status is not a field of this call.' }
  expect(complaintText(unknown, 'en')).toBe('User.Status is not a field of this call.')
  expect(complaintText(unknown, 'jp')).toBe('User.Status: この操作にはない項目です。')
  expect(complaintText({ ...unknown, Message: 'Odd.' }, 'jp')).toBe('Odd.')
})

test.each([
  [1, 'Nothing was imported, because 1 row is wrong. Correct them and import again.'],
  [3, 'Nothing was imported, because 3 rows are wrong. Correct them and import again.'],
])('a number with its noun is read back from a sentence: %s', (rejected, said) => {
  expect(new Failure('RowsRejected', { rejected }).message).toBe(said)
  const error = new CallError(422, '', { code: 'RowsRejected', said })
  expect(errorText(error, 'jp')).toBe(`${rejected}行に誤りがあるため、取り込みませんでした。修正してもう一度取り込んでください。`)
})
