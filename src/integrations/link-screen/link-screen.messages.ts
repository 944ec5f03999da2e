import { type Messages, messages } from '#shared/messages.ts'

/** What the link screen of every provider says; `{provider}` is its name. */
const SHARED = {
  linkedCount: '{linked} of {all} locations linked',
  notSetUp: '{provider} is not set up on this server yet. Ask whoever runs Daybook for you to set {settings}.',
  locations: 'Locations',
  location: 'Location',
  status: 'Status',
  account: '{provider} account',
  lastSync: 'Last sync',
  next: 'Next step',
  wholeVenue: 'whole venue',
  wholeVenueAbout: 'One link of the whole venue is used wherever a location has none of its own.',
  'Not linked': 'Not linked',
  Linked: 'Linked',
  byVenue: "Uses the venue's link",
  'Needs attention': 'Needs attention',
  Disconnecting: 'Disconnecting',
  ends: '{name}, ends in {ends}',
  unnamed: 'Account that ends in {ends}',
  linkedBy: 'Linked {when} by {who}',
  linkedAt: 'Linked {when}',
  fetching: 'Fetching the last 90 days: {percent} %',
  neverSynced: 'Not read yet',
  nextTry: "{provider} isn't answering. Daybook tries again at {when}.",
  connect: 'Connect',
  connectNamed: 'Connect {place} to {provider}',
  connectAgain: 'Connect again',
  connectAgainNamed: 'Connect {place} again',
  disconnect: 'Disconnect…',
  disconnectNamed: 'Disconnect {place}…',
  refused: '{provider} refused what Daybook asked. Connect again; if that does not help, tell whoever runs Daybook.',
  silent: "{provider} isn't answering. Daybook keeps trying, and nothing is lost.",
  busy: '{provider} asks Daybook to wait. The rest arrives by itself.',
  endless: 'A list of {provider} had no end, so reading stopped. Tell whoever runs Daybook.',
  unreadable: '{provider} answered something that could not be read. Daybook tries again tonight.',
  beforeTitle: 'Connect {place} to {provider}',
  continue: 'Continue to {provider}',
  leaves: 'You leave Daybook for {provider} and have ten minutes to come back.',
  back: 'Back from {provider}',
  checking: 'Linking {place}…',
  isLinked: '{place} is linked',
  checkAgain: 'Check again',
  checked: '{provider} is being asked again.',
  denied: '{place} was not linked',
  deniedAbout:
    '“Cancel” was chosen at {provider}, so nothing was changed. If that was a mistake, connect again. If you have no access to the {provider} account, ask the person who opened it.',
  failedTitle: '{place} was not linked',
  unknownTitle: 'Nobody can tell whether {place} was linked',
  notNow: 'Not now',
}
type SharedKey = keyof typeof SHARED

const SHARED_JP: Record<SharedKey, string> = {
  linkedCount: '{all}店舗中{linked}店舗が連携済み',
  notSetUp: 'このサーバーでは{provider}がまだ設定されていません。Daybookの管理者に{settings}の設定を依頼してください。',
  locations: '店舗',
  location: '店舗',
  status: '状態',
  account: '{provider}アカウント',
  lastSync: '最終同期',
  next: '次の操作',
  wholeVenue: '事業者全体',
  wholeVenueAbout: '事業者全体の連携は、個別の連携がない店舗で使われます。',
  'Not linked': '未連携',
  Linked: '連携済み',
  byVenue: '事業者の連携を使用',
  'Needs attention': '要確認',
  Disconnecting: '解除中',
  ends: '{name}(末尾{ends})',
  unnamed: '末尾{ends}のアカウント',
  linkedBy: '{when}に{who}が連携',
  linkedAt: '{when}に連携',
  fetching: '過去90日分を取得中: {percent}%',
  neverSynced: '未取得',
  nextTry: '{provider}が応答していません。{when}に再試行します。',
  connect: '連携',
  connectNamed: '{place}を{provider}と連携',
  connectAgain: '再連携',
  connectAgainNamed: '{place}を再連携',
  disconnect: '連携を解除…',
  disconnectNamed: '{place}の連携を解除…',
  refused: '{provider}がリクエストを拒否しました。再連携してください。解決しない場合はDaybookの管理者に連絡してください。',
  silent: '{provider}が応答していません。再試行を続けます。データは失われません。',
  busy: '{provider}から待機を求められています。残りは自動的に届きます。',
  endless: '{provider}の一覧が終わらないため、読み取りを中止しました。Daybookの管理者に連絡してください。',
  unreadable: '{provider}の応答を読み取れませんでした。今夜もう一度試します。',
  beforeTitle: '{place}を{provider}と連携',
  continue: '{provider}に進む',
  leaves: 'Daybookから{provider}に移動します。10分以内にお戻りください。',
  back: '{provider}から戻りました',
  checking: '{place}を連携しています…',
  isLinked: '{place}を連携しました',
  checkAgain: '再確認',
  checked: '{provider}に再確認しています。',
  denied: '{place}は連携されませんでした',
  deniedAbout:
    '{provider}で「キャンセル」が選ばれたため、何も変更していません。誤って選んだ場合は、もう一度連携してください。{provider}アカウントを利用できない場合は、開設した人に依頼してください。',
  failedTitle: '{place}は連携されませんでした',
  unknownTitle: '{place}が連携されたかどうか確認できません',
  notNow: '後で行う',
}

/** What each provider says of itself: before and after it is linked, and when the link ended there. */
type OwnKey = 'title' | 'revoked-there' | 'beforeAbout' | 'beforeRead' | 'beforeNever' | 'isLinkedAbout' | 'wrongAccount'
export type LinkWords = Messages<SharedKey | OwnKey>

const of = (provider: string, shared: Record<SharedKey, string>) =>
  Object.fromEntries(Object.entries(shared).map(([key, words]) => [key, words.replaceAll('{provider}', provider)])) as Record<SharedKey, string>

/** The texts of a provider's screen: those that every provider has, and its own. */
export const linkWords = <K extends string>(
  provider: string,
  en: Record<OwnKey | K, string>,
  jp: Record<OwnKey | NoInfer<K>, string>,
): Messages<SharedKey | OwnKey | K> =>
  messages<SharedKey | OwnKey | K>(
    { ...of(provider, SHARED), ...en } as Record<SharedKey | OwnKey | K, string>,
    { ...of(provider, SHARED_JP), ...jp } as Record<SharedKey | OwnKey | K, string>,
  )
