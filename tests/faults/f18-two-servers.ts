import { setTimeout as sleep } from 'node:timers/promises'
import { runFault } from './fault.ts'
import { httpFront } from './http-front.ts'

/** Two servers on one database behind a plain proxy, each in turn stopped in good order or killed, under load. */

await runFault({
  name: 'F18',
  hypothesis: 'with two servers, stopping or killing one of them at a time fails no call that is sent again: sessions, limits and keys are shared.',
  times: 20,
  servers: 2,
  environment: { TRUST_PROXY: '0' },
  front: (house) => httpFront(house.servers.map((server) => Number(new URL(server?.url ?? '').port))),
  isCut: (status) => status === 502,
  inject: async (house, time) => {
    await sleep(1000 + house.random() * 2000)
    const place = time % 2
    await house.servers[place]?.end(time % 4 < 2 ? 'SIGTERM' : 'SIGKILL')
    await sleep(1000)
    await house.startServer(place)
  },
})
