import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/results.ts'
import { runFault } from './fault.ts'

/** A thousand clients that send their headers or bodies a few bytes at a time, or do not read what they asked for. */

const MODE_MS = Number(process.env.MODE_MS ?? 90_000)
const CLIENTS = Number(process.env.CLIENTS ?? 1000)
const MODES = {
  'slow headers': { first: 'GET /api/health HTTP/1.1\r\nhost: x\r\n', more: 'x-slow: 1\r\n', reads: true },
  'slow bodies': {
    first: 'POST /api/auth/credentials HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n',
    more: '{',
    reads: true,
  },
  'slow readers': { first: `${'GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(4)}`, more: '', reads: false },
}
/** MODES in the environment chooses some of them, by number. */
const CHOSEN = Object.entries(MODES).filter((_, index) => (process.env.MODES ?? '012').includes(String(index)))
/** Asked of the server's side: who does not read does not see either that they were closed. */
const handlesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

await runFault({
  name: 'F16',
  hypothesis: 'a thousand slow clients keep nobody else waiting: they are closed, and others are answered as before.',
  times: CHOSEN.length,
  inject: async ({ readers, servers, note }, time) => {
    const [name, { first, more, reads }] = CHOSEN[time % CHOSEN.length] ?? ['', { first: '', more: '', reads: true }]
    const port = Number(new URL(servers[0]?.url ?? '').port)
    await sleep(5000)
    const before = percentile(readers.latencies.splice(0), 99)
    const pid = servers[0]?.pid ?? 0
    const handlesBefore = handlesOf(pid)
    const sockets: Socket[] = []
    for (let i = 0; i < CLIENTS; i += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      if (!reads) socket.pause()
      else socket.resume()
      socket.write(first)
      sockets.push(socket)
    }
    for (const until = Date.now() + MODE_MS; Date.now() < until; await sleep(2000))
      if (more) for (const socket of sockets) if (!socket.destroyed) socket.write(more)
    const meanwhile = percentile(readers.latencies.splice(0), 99)
    const left = handlesOf(pid) - handlesBefore
    for (const socket of sockets) socket.destroy()
    note({ what: `${name}: reports, p99 before`, value: before, unit: 'ms' })
    note({ what: `${name}: reports, p99 meanwhile`, value: meanwhile, unit: 'ms', goal: '≤ 2 × before', met: meanwhile <= Math.max(2 * before, 100) })
    // A few are connections others made meanwhile.
    note({ what: `${name}: of ${CLIENTS}, left open by the server`, value: left, unit: '', goal: '< 20', met: left < 20 })
  },
})
