import { join } from 'node:path'
import { mountAssistant } from '#features/assistant/assistant.adapter.ts'
import { mountAssistantSignIn } from '#features/assistant/sign-in.adapter.ts'
import { LocationKeys } from '#platform/access/location-keys.ts'
import { sharedSigningKey } from '#platform/access/secrets.ts'
import { keepAuditSealed } from '#platform/audit/audit-sealing.ts'
import { watchClock } from '#platform/database/clock-watch.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { type JobImplementation, startJobs } from '#platform/jobs/jobs.ts'
import type { Settings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import { serveDocumentation } from '#platform/web/documentation.ts'
import type { Service } from '#platform/web/implement.ts'
import { mount } from '#platform/web/mount.ts'
import { createWebServer } from '#platform/web/web-server.ts'
import { mountProviderCalls, mountWebhooks } from '#platform/web/webhooks.ts'
import { jobs } from './jobs.ts'
import { features, implementations } from './operations.ts'
import { providerCalls, webhookReceivers } from './providers.ts'

/** A running server. */
export interface Running {
  url: string
  database: Database
  /** Resolves when a newer version has migrated the database, and this one has to end; its jobs have ended by then. */
  superseded: Promise<void>
  /** Finishes what is in flight, then lets go of port and database. */
  close(): Promise<void>
}

/** The same work, done only when it is asked for. */
const unscheduled = ({ schedule: _, ...job }: JobImplementation): JobImplementation => job

/**
 * Serves app and API on a migrated database. It keeps no state of its own: any number of these may share one database.
 * @param databaseUrl the server to use, embedded or not
 * @param clock instead of the database's and the machine's, for tests
 */
export const serve = async (settings: Settings, databaseUrl: string, clock?: () => Date): Promise<Running> => {
  const database = openDatabase(databaseUrl, settings.databasePool, settings.databaseLogins)
  try {
    const service: Service = {
      database,
      settings,
      signingKey: await sharedSigningKey(database.house),
      locationKeys: new LocationKeys(settings.limits.intakePerSecond),
      now: clock ?? (() => new Date()),
      clock,
    }
    const app = await createWebServer(settings, join(ROOT, 'dist/web'))
    mount(app, service, implementations)
    mountAssistant(app, service, implementations)
    mountAssistantSignIn(app, service)
    mountWebhooks(app, service, webhookReceivers)
    mountProviderCalls(app, service, providerCalls)
    serveDocumentation(app, features)
    const working = once(settings.jobs === 'off' ? { stop: async () => {} } : await startJobs(service, settings.jobs === 'on' ? jobs : jobs.map(unscheduled)))
    const url = await app.listen({ host: settings.host, port: settings.port }).catch(async (error: unknown) => {
      await working.stop()
      throw error
    })
    const asking = database.succession.watch(database.house)
    const watching = watchClock(database.house, (sentence) => app.log.warn(sentence))
    const sealing = keepAuditSealed(database, settings)
    return {
      url,
      database,
      superseded: database.succession.over.then(async () => {
        await Promise.all([working.stop(), sealing.stop()])
      }),
      close: async () => {
        asking.stop()
        watching.stop()
        await app.close()
        await working.stop()
        await sealing.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Stopping it again waits for the first stop. */
const once = ({ stop }: { stop(): Promise<void> }): { stop(): Promise<void> } => {
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}
