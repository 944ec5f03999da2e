import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { httpServer } from './http-server.ts'

let server: Server | undefined
afterEach(() => new Promise<void>((closed) => (server ? server.close(() => closed()) : closed())))

/** A server, and one connection to it that tells at its end all it was sent. */
const open = async (handle: RequestListener): Promise<{ socket: Socket; all: Promise<string> }> => {
  const listening = httpServer(handle)
  server = listening
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
  const socket = connect((listening.address() as AddressInfo).port, '127.0.0.1')
  const pieces: Buffer[] = []
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  const all = new Promise<string>((resolve) => {
    for (const event of ['close', 'error']) socket.on(event, () => resolve(Buffer.concat(pieces).toString()))
  })
  return { socket, all }
}
const requests = (times: number) => {
  const request = 'GET / HTTP/1.1\r\nhost: x\r\n'
  return `${`${request}\r\n`.repeat(times - 1)}${request}connection: close\r\n\r\n`
}
const answered = (text: string) => text.match(/HTTP\/1\.1 200/g)?.length ?? 0

it('begins a request of a connection when the answer before it was taken, in their order', async () => {
  let [begun, most, under] = [0, 0, 0]
  const { socket, all } = await open((_request, response) => {
    begun += 1
    const which = begun
    under += 1
    most = Math.max(most, under)
    response.once('finish', () => {
      under -= 1
    })
    setTimeout(() => response.end(`answer ${which}.`), 5)
  })
  socket.write(requests(4))
  const text = await all
  expect([answered(text), most]).toEqual([4, 1])
  expect(text.match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4'])
})

it('takes what is sent in a body meanwhile', async () => {
  const { socket, all } = await open(async (request, response) => {
    let bytes = 0
    for await (const piece of request) bytes += (piece as Buffer).length
    response.end(`${bytes} bytes.`)
  })
  const sent = 200_000
  const one = (closing: string) => `POST / HTTP/1.1\r\nhost: x\r\n${closing}content-length: ${sent}\r\n\r\n${'x'.repeat(sent)}`
  socket.write(one('') + one('') + one('connection: close\r\n'))
  expect((await all).match(/\d+ bytes/g)).toEqual(Array.from({ length: 3 }, () => `${sent} bytes`))
})

it('cuts off who asks on and on without waiting for answers', async () => {
  const { socket, all } = await open((_request, response) => response.end('x'.repeat(100_000)))
  socket.write(requests(20))
  expect(answered(await all)).toBeLessThan(20)
})

it('begins nothing for who has gone', async () => {
  let begun = 0
  const { socket, all } = await open(() => {
    begun += 1
    socket.destroy()
  })
  socket.write(requests(3))
  await all
  await new Promise((later) => setTimeout(later, 20))
  expect(begun).toBe(1)
})
