import { messages } from '#shared/messages.ts'

export const apiKeysMenu = messages(
  {
    apiKeyList: 'Api Key List',
    apiKeyListAbout: 'API keys of suppliers: the venues they work at, when they were made and last used. You can revoke them here.',
  },
  { apiKeyList: 'APIキー一覧', apiKeyListAbout: 'サプライヤーのキーの対象事業者、作成日、最終利用、取消。' },
)
