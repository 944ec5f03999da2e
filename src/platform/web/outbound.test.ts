import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { askOutside, isPublic } from './outbound.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
  server = undefined
})
const serving = (listener: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const listening = createServer(listener)
    server = listening.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`))
  })
const troubleWith = (url: string, simulation: boolean, timeoutMs?: number): Promise<string> =>
  (async () => askOutside({ url, method: 'GET', ...(timeoutMs ? { timeoutMs } : {}) }, simulation))().then(
    ({ status }) => `answered ${status}`,
    (error: { trouble?: string }) => error.trouble ?? String(error),
  )

it.each([
  'http://api.stripe.com/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fd00::1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://user:secret@api.stripe.com/',
])('%s is not asked', async (url) => {
  expect(await troubleWith(url, false)).toBe('refused')
})

it('only addresses that are given out to everybody are public', () => {
  expect(['8.8.8.8', '203.0.114.1', '2606:4700::1111'].map(isPublic)).toEqual([true, true, true])
  expect(
    ['100.64.0.1', '172.31.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255', '::', 'fe80::1', '2001:db8::1', '2002:7f00:1::', 'api.stripe.com'].filter(isPublic),
  ).toEqual([])
})

it('a redirect is an answer, and is not followed', async () => {
  const url = await serving((_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
  expect(await troubleWith(url, true)).toBe('answered 302')
})

it('tells what was not sent from what was sent and not answered', async () => {
  expect(await troubleWith('http://127.0.0.1:9/', true)).toBe('not-sent')
  const silent = await serving(() => undefined)
  expect(await troubleWith(silent, true, 300)).toBe('lost')
  server?.removeAllListeners('request').on('request', (request) => request.socket.destroy())
  expect(await troubleWith(silent, true)).toBe('lost')
})

it('reads no endless answer', async () => {
  const url = await serving((_, response) => {
    const piece = Buffer.alloc(64 * 1024)
    const more = () => void (response.writable && response.write(piece, () => setImmediate(more)))
    more()
  })
  expect(await troubleWith(url, true)).toBe('refused')
})
