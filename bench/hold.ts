import { startGroup } from './group-house.ts'

const pg = await startGroup(Number(process.env.LINES ?? 450000))
console.log(pg.url)
setInterval(() => {}, 1000)
process.on('SIGTERM', async () => {
  await pg.stop()
  process.exit()
})
