import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { addJob, implementJob } from '#platform/jobs/jobs.ts'
import { nameAccount } from '#platform/web/webhook-store.ts'
import { merchantOf, missingOfTyro } from './tyro-api.adapter.ts'
import { askingFor } from './tyro-asking.adapter.ts'
import { tyroLookUp, tyroWebhooks } from './tyro-webhook.adapter.ts'

const AGAIN_SECONDS = 300
/** Later the nightly reading has been there. */
const MOST_HOURS = 12

/** Reads what a webhook named, and has the link read that it belongs to. */
export const tyroLookUpJob = implementJob('links', tyroLookUp, async ({ EventId, Path, Since }, { service }) => {
  const { database, settings, now } = service
  if (missingOfTyro(settings.providers).length > 0) return
  const since = Since ?? now().toISOString()
  try {
    const mid = await merchantOf(askingFor(database, settings.providers, now), Path)
    if (mid === undefined) return
    await database.inVenue(0, async (sql) => {
      const link = await nameAccount(sql, 'Tyro', { eventId: EventId, accountId: mid })
      if (link) await tyroWebhooks.wake(sql, link)
    })
  } catch (error) {
    if (!(error instanceof ProviderTrouble)) throw error
    if (now().getTime() - Date.parse(since) > MOST_HOURS * 3_600_000) return
    const runAt = new Date(now().getTime() + (error.retryAfterSeconds ?? AGAIN_SECONDS) * 1000)
    await database.inVenue(0, (sql) => addJob(sql, tyroLookUp, { EventId, Path, Since: since }, { key: `links.tyro-webhook ${EventId}`, runAt }))
  }
})
