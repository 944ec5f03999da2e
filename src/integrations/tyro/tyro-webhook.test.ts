import { expect, it } from 'vitest'
import { isSignedByTyro, pathBelow } from './tyro-webhook.adapter.ts'

it('a signature is that of the bytes, in hex or in base64, by one of the secrets', () => {
  const [body, hex] = [Buffer.from('{"type":"ping"}'), '46f2332a74d2ad55db4e64f14e07eb2e8aa7af64c6717a195ab540dc8f8a3bdb']
  const base64 = 'RvIzKnTSrVXbTmTxTgfrLoqnr2TGcXoZWrVA3I+KO9s='
  for (const header of [hex, hex.toUpperCase(), base64]) expect([header, isSignedByTyro(header, body, ['psk_new', 'psk_test'])]).toEqual([header, true])
  for (const header of ['', hex.slice(1), `${hex}0`, base64.slice(1), 'A'.repeat(64), 'A'.repeat(43).concat('=')])
    expect([header, isSignedByTyro(header, body, ['psk_test'])]).toEqual([header, false])
  expect(isSignedByTyro(hex, Buffer.from('{"type": "ping"}'), ['psk_test'])).toBe(false)
  expect(isSignedByTyro(hex, body, [])).toBe(false)
})

it('only addresses below the API’s own are asked', () => {
  const base = 'https://api.tyro.com/connect'
  expect(pathBelow(`${base}/pay-terminal/requests/3f-1`, base)).toBe('pay-terminal/requests/3f-1')
  for (const uri of [
    undefined,
    base,
    `${base}/`,
    `${base}/../oauth/token`,
    `${base}/%2e%2e/x`,
    `${base}/a/..%2fb`,
    'http://api.tyro.com/connect/a/1',
    'https://api.tyro.com:444/connect/a/1',
    'https://api.tyro.com.evil.com/connect/a/1',
    'https://evil.com/connect/a/1',
    'https://api.tyro.com@evil.com/connect/a/1',
    'https://user@api.tyro.com/connect/a/1',
    'https://127.0.0.1/connect/a/1',
    'https://api。tyro.com.evil.com/connect/a/1',
    '//api.tyro.com/connect/a/1',
  ])
    expect([uri, pathBelow(uri, base)]).toEqual([uri, undefined])
})
