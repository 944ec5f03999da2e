import { messages } from '#shared/messages.ts'

export const venuesMenu = messages(
  {
    venue: 'Venue',
    venueList: 'Venue List',
    venueListAbout: 'All venues, with their locations, people, last sale, links and settings.',
    settings: 'Venue settings',
    settingsAbout: 'Programme name, screens, locations with time zone and cut-off, fees and domains.',
    tillKeys: 'Till keys',
    tillKeysAbout: 'The keys that tills send sales with. Each key belongs to one location, is shown once and can be revoked at any time.',
    setup: 'Set-up',
    setupAbout: 'The first steps of the venue, from its first location to its first sale, and what is left to do.',
    connections: 'Connections',
    connectionsAbout: 'Deputy, Involv, Shopify, Deliverect, Tyro and the marketplace: what is linked where, and each till’s last contact.',
  },
  {
    venue: '事業者',
    venueList: '事業者一覧',
    venueListAbout: '全事業者の店舗、従業員、最終売上、連携の状態と設定。',
    settings: '事業者設定',
    settingsAbout: 'プログラム名、表示する画面、店舗のタイムゾーンと営業日切替時刻、手数料、ドメイン。',
    tillKeys: 'レジのキー',
    tillKeysAbout: 'レジが売上を送るためのキー。店舗ごとに作成し、表示は一度だけ、いつでも取り消せます。',
    setup: '初期設定',
    setupAbout: '最初の店舗から最初の売上までの手順と、残っている項目。',
    connections: '連携',
    connectionsAbout: 'Deputy、Involv、Shopify、Deliverect、Tyro、マーケットプレイスの連携状況と、各レジの最終受信。',
  },
)
