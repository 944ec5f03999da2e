import type { ProviderSettings } from '#platform/settings.ts'

/** Settings that reading Tyro takes and that are missing, by name; without a key its token could not be kept. */
export const missingOfTyro = ({ tyro: { clientId, clientSecret }, tokenKeys }: ProviderSettings): string[] => [
  ...(clientId ? [] : ['TYRO_CLIENT_ID']),
  ...(clientSecret ? [] : ['TYRO_CLIENT_SECRET']),
  ...(tokenKeys.length > 0 ? [] : ['TOKEN_KEYS']),
]
