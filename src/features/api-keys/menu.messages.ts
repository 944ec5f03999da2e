import { messages } from '#shared/messages.ts'

export const apiKeysMenu = messages(
  { apiKeyList: 'Api Key List', apiKeyListAbout: 'The keys of suppliers: for which venues, created when, last used, and revoking them.' },
  { apiKeyList: 'APIキー一覧', apiKeyListAbout: 'サプライヤーのキーの対象事業者、作成日、最終利用、取消。' },
)
