import { sampleFilledPercent } from '#db/demo/sample.ts'
import { isMigrated } from '#platform/database/migrate.ts'
import { VERSION } from '#platform/version.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { health } from './health.contract.ts'

export const healthImplementation = implement(health, {
  alive: () => ({ Status: 'alive' as const, Version: VERSION }),
  ready: async ({ service }) => {
    const ready = await isMigrated(service.database.house).catch(() => false)
    if (!ready) throw failure('Unavailable', {}, [], 1)
    const { sample, sampleHistory } = service.settings
    return { Status: 'ready' as const, SamplePercent: sample && sampleHistory ? await sampleFilledPercent(service.database, service.now()) : null }
  },
})
