import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { accessTokenOf, expireToken } from '#integrations/link-tokens.sql.ts'
import type { AccountReading } from '#integrations/read-account.job.ts'
import type { ProviderSettings, Settings } from '#platform/settings.ts'
import { type Install, nameOfInstall, registerWebhooks, renewTokens } from './deputy-api.adapter.ts'
import { markOf, webhooksFor } from './deputy-webhook.adapter.ts'

/** The server with its name. A token that is refused before its end is renewed once: only what is refused then was taken back. */
export const opened = async (reading: AccountReading, settings: ProviderSettings): Promise<{ install: Install; accountName: string | null }> => {
  const install = await installOf(reading, settings)
  try {
    return { install, accountName: await nameOfInstall(settings, install) }
  } catch (error) {
    if (!(error instanceof ProviderTrouble && error.kind === 'revoked-there')) throw error
    await reading.within((venue) => expireToken(venue, reading.link.linkId))
    const renewed = await installOf(reading, settings)
    return { install: renewed, accountName: await nameOfInstall(settings, renewed) }
  }
}

/** The server with a token that works; it is renewed where it is about to end. */
const installOf = async ({ link, within }: AccountReading, settings: ProviderSettings): Promise<Install> => {
  const redirectUri = String(link.meta.RedirectUri ?? '')
  const token = await within((venue) =>
    accessTokenOf(venue, link.linkId, settings.tokenKeys, (refresh) => renewTokens(settings, link.accountId, redirectUri, refresh)),
  )
  if (token === undefined) throw new ProviderTrouble('revoked-there')
  return { endpoint: link.accountId, token }
}

/**
 * Registers for changes, once at each address of ours and with each secret. Where the role of who allowed us may not, changes arrive with the hourly reading.
 * @returns the mark of what is registered, if it is
 */
export const haveChangesTold = async (settings: Settings, install: Install, registered: unknown): Promise<string | null> => {
  const webhooks = webhooksFor(settings, install.endpoint)
  const mark = markOf(webhooks)
  if (registered === mark) return mark
  try {
    await registerWebhooks(settings.providers, install, webhooks)
    return mark
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused') return null
    throw error
  }
}
