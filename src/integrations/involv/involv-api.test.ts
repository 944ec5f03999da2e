import { afterAll, beforeAll, expect, it } from 'vitest'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { type ProviderSettings, readSettings } from '#platform/settings.ts'
import { InvolvFake } from './involv.fake.ts'
import { endTokens, giveCodeIn, signInAddress } from './involv-api.adapter.ts'
import { involv } from './involv-link.adapter.ts'

const fake = new InvolvFake({ clientId: 'a client', clientSecret: 'with: a % secret', authMethod: 'client_secret_post' })
beforeAll(async () => {
  await fake.standIn.start()
  fake.account('club', 'Club')
})
afterAll(() => fake.standIn.stop())

// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const REDIRECT = 'https://daybook.example/involv/connect'
const TOKEN_KEYS = Buffer.alloc(32, 1).toString('base64')

const settingsWith = (environment: Record<string, string> = {}): ProviderSettings =>
  readSettings({ PROVIDER_SIMULATION: 'true', TOKEN_KEYS, ...environment }, '/tmp').providers
const asFake = (more: Partial<ProviderSettings['involv']> = {}): ProviderSettings => {
  const settings = settingsWith({ ...fake.settings, INVOLV_CLIENT_ID: 'x', INVOLV_CLIENT_SECRET: 'x' })
  return { ...settings, involv: { ...settings.involv, clientId: 'a client', clientSecret: 'with: a % secret', ...more } }
}
const begun = { state: 'a-state', redirectUri: REDIRECT, verifier: VERIFIER }

it('the challenge is that of RFC 7636', () => {
  expect(new URL(signInAddress(asFake(), begun)).searchParams.get('code_challenge')).toBe(CHALLENGE)
  const { verifier: _, ...without } = begun
  expect(new URL(signInAddress(asFake(), without)).searchParams.has('code_challenge')).toBe(false)
})

it.each(['client_secret_post', 'client_secret_basic'] as const)('a client says who it is by %s, and by nothing else', async (authMethod) => {
  const own = new InvolvFake({ clientId: 'a client', clientSecret: 'with: a % secret', authMethod })
  await own.standIn.start()
  own.account('club')
  const settings = asFake({ authMethod, tokenUrl: own.settings.INVOLV_TOKEN_URL, revokeUrl: own.settings.INVOLV_REVOKE_URL })
  const given = { code: own.code('club', signInAddress(settings, begun)), redirectUri: REDIRECT, verifier: VERIFIER }
  const wrong = { ...settings, involv: { ...settings.involv, clientSecret: 'another' } }
  await expect(giveCodeIn(wrong, given)).rejects.toMatchObject({ kind: 'refused' })
  const { tokens } = await giveCodeIn(settings, given)
  expect(own.account('club').access.size).toBe(1)
  await endTokens(settings, { access: tokens.access, refresh: tokens.refresh ?? undefined })
  await endTokens(settings, { access: tokens.access, refresh: tokens.refresh ?? undefined })
  expect(own.account('club').access.size).toBe(0)
  await own.standIn.stop()
})

it('a code given in twice ends what it gave at the provider', async () => {
  const given = { code: fake.code('club', signInAddress(asFake(), begun)), redirectUri: REDIRECT, verifier: VERIFIER }
  await giveCodeIn(asFake(), given)
  expect(fake.account('club').access.size).toBe(1)
  await expect(giveCodeIn(asFake(), given)).rejects.toBeInstanceOf(ProviderTrouble)
  expect(fake.account('club').access.size).toBe(0)
})

it.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1'])('an address of a machine of our own is not asked: %s', async (host) => {
  const before = fake.standIn.log.length
  const port = new URL(fake.standIn.url).port
  const settings = { ...asFake({ tokenUrl: `https://${host}:${port}/oauth/token` }), simulation: false }
  await expect(giveCodeIn(settings, { code: 'c', redirectUri: REDIRECT, verifier: VERIFIER })).rejects.toMatchObject({ kind: 'unreadable' })
  expect(fake.standIn.log).toHaveLength(before)
})

it('addresses without https are refused at the start, and those with a user name in them are not asked', async () => {
  for (const name of ['INVOLV_AUTHORIZE_URL', 'INVOLV_TOKEN_URL', 'INVOLV_REVOKE_URL', 'INVOLV_API_BASE'])
    expect(() => readSettings({ [name]: 'http://club.example' }, '/tmp')).toThrow(`${name} must begin with https://`)
  const settings = { ...asFake({ tokenUrl: 'https://club.example@127.0.0.1/token' }), simulation: false }
  await expect(giveCodeIn(settings, { code: 'c', redirectUri: REDIRECT })).rejects.toMatchObject({ kind: 'unreadable' })
})

it('is hidden while its settings are missing, and says which', () => {
  expect(involv.missing(settingsWith({ TOKEN_KEYS: '' }))).toEqual([
    'INVOLV_AUTHORIZE_URL',
    'INVOLV_TOKEN_URL',
    'INVOLV_API_BASE',
    'INVOLV_CLIENT_ID',
    'INVOLV_CLIENT_SECRET',
    'TOKEN_KEYS',
  ])
  expect(involv.missing(asFake())).toEqual([])
})

it('a sign-in carries a challenge unless the settings say otherwise', () => {
  expect([settingsWith(), settingsWith({ INVOLV_PKCE: 'false' })].map((settings) => involv.isChallenged?.(settings))).toEqual([true, false])
})
