import { expect, it } from 'vitest'
import { agoText } from './formats.ts'

it('says how long ago something was, in Japanese without a space before the counter', () => {
  expect(agoText(new Intl.RelativeTimeFormat('ja-JP'), 4, 'minute')).toBe('4分前')
  expect(agoText(new Intl.RelativeTimeFormat('en-AU'), 4, 'minute')).toBe('4 minutes ago')
})
