import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '#platform/settings.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { Visitor } from '#tests/visitor.ts'

let app: StartedApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})
const start = async (trusted: string, more: Record<string, string> = {}) => {
  app = await startApp({ sample: false, environment: { TRUST_PROXY: trusted, ...more } })
  return app
}
/** Signs in wrongly, as the machine that connects passes it on; with the address it was written down under. */
const seenAs = async ({ url, database }: StartedApp, forwarded: string) => {
  const headers = { 'x-forwarded-for': forwarded }
  const { status } = await new Visitor(url).call('POST', '/auth/credentials', { body: { UserName: 'nobody', Password: 'wrong password here' }, headers })
  const [row] = await database.inVenue(
    0,
    (sql) => sql<{ ip: string }[]>`select ip from audit_event where action = 'sign-in.failed' order by at desc, event_id desc limit 1`,
  )
  return { status, ip: row?.ip }
}

describe('behind proxies', () => {
  it('one: the address is the one that the proxy wrote, whatever its caller had written before', async () => {
    const one = await start('1')
    expect((await seenAs(one, '198.51.100.7')).ip).toBe('198.51.100.7')
    expect((await seenAs(one, '10.9.9.9, 8.8.8.8, 198.51.100.7')).ip).toBe('198.51.100.7')
  })

  it('one: nobody has an allowance of their own for each address they invent', async () => {
    const one = await start('1', { SIGN_INS_PER_MINUTE: '3' })
    await one.database.house`delete from limit_counter`
    const answers: number[] = []
    for (let n = 0; n < 7; n += 1) answers.push((await seenAs(one, `203.0.113.${n}, 198.51.100.7`)).status)
    // The minute may end in between, and then the count begins again.
    expect(answers).toContain(429)
    expect((await seenAs(one, '198.51.100.8')).status).toBe(401)
  })

  it('two: the address is the one that the outer proxy wrote', async () => {
    expect((await seenAs(await start('2'), '10.9.9.9, 198.51.100.7, 192.0.2.1')).ip).toBe('198.51.100.7')
  })

  it('known by their addresses: the address is the last one that is no proxy', async () => {
    const listed = await start('127.0.0.1, 192.0.2.0/24')
    expect((await seenAs(listed, '192.0.2.8, 198.51.100.7, 192.0.2.1')).ip).toBe('198.51.100.7')
  })

  it('known by their addresses: somebody who connects past them is not believed', async () => {
    const other = await start('192.0.2.0/24', { NODE_ENV: 'production', PUBLIC_URL: 'https://daybook.example' })
    expect((await seenAs(other, '198.51.100.7')).ip).toBe('127.0.0.1')
    // Plain http from the machine itself is served; from a proxy it would be refused.
    const plain = await fetch(`${other.url}/api/openapi.json`, { headers: { 'x-forwarded-proto': 'http' } })
    expect(plain.status).toBe(200)
    const headers = { origin: 'https://elsewhere.example', 'x-forwarded-host': 'elsewhere.example', 'x-forwarded-proto': 'https' }
    const forged = await new Visitor(other.url, { plain: true }).call('POST', '/auth/credentials', { body: { UserName: 'a', Password: 'b' }, headers })
    expect([forged.status, forged.body.ResponseStatus?.ErrorCode]).toEqual([403, 'AntiForgery'])
  })

  it('none: nobody is believed', async () => {
    expect((await seenAs(await start(''), '198.51.100.7')).ip).toBe('127.0.0.1')
  })
})

describe('TRUST_PROXY', () => {
  const read = (TRUST_PROXY: string) => readSettings({ TRUST_PROXY }, '/tmp').trustProxy

  it('0 and nothing trust nobody', () => {
    expect([read(''), read('0')]).toEqual([undefined, undefined])
  })

  it('knows addresses however they are written', () => {
    const trusts = read('10.0.0.0/8, 2001:db8::/32, 192.0.2.7')
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1', '192.0.2.7']) expect(trusts?.(address, 5), address).toBe(true)
    for (const address of ['11.0.0.1', '::ffff:11.0.0.1', '2001:db9::1', '192.0.2.8', 'fe80::1%eth0', 'unknown', undefined])
      expect(trusts?.(address, 0), address).toBe(false)
  })

  it.each(['true', 'false', '-1', '1.5', '11', 'nginx', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', '10.0.0.300', '10.0.0.1,', '::/129', '1, 2'])(
    '%s stops the start with a sentence that says what to write',
    (text) => {
      expect(() => read(text)).toThrow(/^TRUST_PROXY must (say which proxies are trusted|be a number of proxies|be at most 10 proxies).*address/)
    },
  )
})
