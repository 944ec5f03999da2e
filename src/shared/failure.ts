import { fill } from './messages.ts'

/**
 * Every way a call can fail: the wire's ErrorCode, its HTTP status and the sentence shown.
 * `{name}` is filled from the failure's values. Japanese beside English; the code travels, so a browser can translate.
 */
export const FAILURES = {
  BadRequest: [400, 'The request could not be read. Check its format.', 'リクエストを解釈できませんでした。'],
  WebhookRefused: [
    400,
    'The signature of this webhook is wrong, or the webhook is older than five minutes.',
    'このWebhookの署名が正しくないか、5分以上前のものです。',
  ],
  HttpsOnly: [400, 'This service works over https only. Use an address that begins with https.', 'このサービスはhttpsでのみ利用できます。'],
  MalformedJson: [400, 'The request body is not valid JSON.', 'リクエスト本文が正しいJSONではありません。'],
  ValidationFailed: [400, 'Some fields are wrong. Correct them and try again.', '入力に誤りがあります。修正してもう一度お試しください。'],
  RangeBackwards: [400, 'The range ends before it starts.', '期間の終わりが始まりより前です。'],
  RangeTooLong: [400, 'The range is too long. The limit is {limit}.', '期間が長すぎます({limit}まで)。'],
  TooManyRows: [
    400,
    'This is more than {limit} rows, which is the most a token reads at once. Choose a shorter range or fewer locations.',
    'トークンで一度に読める行数は{limit}行までです。期間を短くするか、店舗を減らしてください。',
  ],
  ItemTimesTooLong: [
    400,
    'Chosen items can be shown for a time of day, or by hour, for at most {days} days. The same limit holds for the comparison. Choose a shorter range, or the whole day.',
    '商品を選んで時間帯や1時間ごとに表示できる期間は、比較する期間も含めてそれぞれ最大{days}日です。期間を短くするか、終日を選んでください。',
  ],
  BreakdownTimesTooLong: [
    400,
    'A breakdown or a list of products can be shown for a time of day for at most {days} days. The same limit holds for the comparison. Choose a shorter range, or the whole day.',
    '内訳や商品ごとの売上を時間帯で表示できる期間は、比較する期間も含めてそれぞれ最大{days}日です。期間を短くするか、終日を選んでください。',
  ],
  MediaTillsTooLong: [
    400,
    'Payments can be shown by till for at most {days} days. Choose a shorter range, or the table by location.',
    '支払方法をレジ別に表示できる期間は最大{days}日です。期間を短くするか、店舗別を選んでください。',
  ],
  MediaTimesTooLong: [
    400,
    'Payments can be shown for a time of day for at most {days} days. The same limit holds for the comparison. Choose a shorter range, or the whole day.',
    '支払方法を時間帯で表示できる期間は、比較する期間も含めてそれぞれ最大{days}日です。期間を短くするか、終日を選んでください。',
  ],
  MediaDaysTooLong: [
    400,
    'Payments can be shown by day or week for at most {days} days. Choose a shorter range, or the table by month.',
    '支払方法を日別・週別に表示できる期間は最大{days}日です。期間を短くするか、月別を選んでください。',
  ],
  JournalCurrencies: [
    400,
    'A journal is exported in one currency. Choose locations with the same currency.',
    '仕訳は1つの通貨ごとに出力します。同じ通貨の店舗を選んでください。',
  ],
  JournalNotBalanced: [
    409,
    'The payments at {location} on {day} do not add up to its sales, so its journal does not balance. Compare its Sales Summary with its Media Summary, then export the other days.',
    '{location}の{day}は支払いと売上が一致せず、仕訳の貸借が合いません。売上サマリーと支払方法別集計を比べ、他の日を出力してください。',
  ],
  SwitchedOff: [404, 'This report is not switched on for this venue.', 'このレポートはこの事業者では有効になっていません。'],
  TwoKeys: [
    400,
    'Authorization and X-Api-Key hold different keys. Send only one of them.',
    'AuthorizationとX-Api-Keyのキーが異なります。どちらか一方を送信してください。',
  ],
  PathBodyDisagree: [400, 'The path and the body disagree about {field}. Send the same value in both.', 'パスと本文の{field}が一致しません。'],
  TotalBelowZero: [400, 'total cannot be less than zero', '合計を0未満にすることはできません'],
  SameCard: [400, 'Points cannot move from a card to itself. Choose two cards.', '同じカードの間ではポイントを移せません。別のカードを選んでください。'],
  PasswordUrlNotAllowed: [400, 'This address is not allowed for password links.', 'このアドレスはパスワードのリンクに使えません。'],
  PasswordTooShort: [400, 'Choose a password of 12 characters or more.', '12文字以上のパスワードを設定してください。'],
  PasswordTooLong: [400, 'Choose a password of 256 characters or fewer.', '256文字以下のパスワードを設定してください。'],
  PasswordTooCommon: [
    400,
    'This password is too easy to guess. Choose another one.',
    'このパスワードは推測されやすいため使えません。別のパスワードを設定してください。',
  ],
  LinkNotValid: [404, 'This link is no longer valid. Ask for a new one.', 'このリンクは無効です。新しいリンクを依頼してください。'],
  WebhookUnsigned: [401, 'The signature of this webhook is wrong.', 'このWebhookの署名が正しくありません。'],
  SignInFailed: [401, "That user name and password don't match.", 'ユーザー名とパスワードが一致しません。'],
  SecondFactorNeeded: [401, 'Enter the code from your authenticator app as well.', '認証アプリのコードも入力してください。'],
  SecondFactorWrong: [
    401,
    'This code is not correct. Wait for the next one, or use a recovery code.',
    'コードが正しくありません。次のコードを待つか、回復コードを使ってください。',
  ],
  NotSignedIn: [401, 'Please sign in.', 'サインインしてください。'],
  SessionEnded: [401, 'Your session has ended. Please sign in again.', 'セッションが終了しました。もう一度サインインしてください。'],
  KeyNotValid: [401, 'This location key is not valid.', 'この店舗キーは無効です。'],
  TokenNotValid: [401, 'This token is not valid. It may have expired or been revoked.', 'このトークンは無効です。期限切れか、取り消された可能性があります。'],
  ApiKeyNotValid: [401, 'This API key is not valid.', 'このAPIキーは無効です。'],
  PasswordNeeded: [403, 'Enter your current password to do this.', '現在のパスワードを入力してください。'],
  SecondFactorMissing: [
    403,
    'Your permissions here need two-step sign-in. Set it up, then open the venue.',
    'この権限には2段階認証が必要です。設定してから事業者を開いてください。',
  ],
  SecondFactorKept: [
    403,
    'Your permissions need two-step sign-in. You can set it up again, but not turn it off.',
    'この権限には2段階認証が必要です。変更はできますが、無効にはできません。',
  ],
  NotPermitted: [403, "You don't have access to this.", 'この操作の権限がありません。'],
  BoardOnlyShows: [
    403,
    'A wall screen only shows a dashboard. Sign in on another device to do anything else.',
    '壁掛け画面ではダッシュボードの表示だけができます。他の操作は別の端末でサインインして行ってください。',
  ],
  TokenOnlyReads: [
    403,
    'This token reads the reports it was made for, and nothing else. Make another token in Preferences, or sign in.',
    'このトークンで読めるのは、作成時に選んだレポートだけです。設定で別のトークンを作成するか、サインインしてください。',
  ],
  MetricNotPermitted: [
    403,
    "{metric} needs the permission {tag}, which you don't hold. Take it off your dashboard.",
    '{metric}には権限{tag}が必要です。ダッシュボードから外してください。',
  ],
  AllLocationsNeeded: [
    403,
    'This changes the whole venue. Only someone with this permission at all locations can change it.',
    'この変更は事業者全体に及びます。全店舗でこの権限を持つ人だけが変更できます。',
  ],
  WholeVenueOnly: [
    403,
    'What a product is made of and how it is bought is the same at every location. Only someone who may edit stock at all of them can change it. You can change min and max of your own locations.',
    '商品の材料や仕入条件は全店舗に適用されるため、全店舗の在庫を変更できる人だけが変更できます。自分の店舗の最低・最大在庫は変更できます。',
  ],
  OwnAccess: [
    403,
    "You can't change your own access. Ask someone else who gives access.",
    '自分の権限は変更できません。権限を管理する他の人に依頼してください。',
  ],
  BeyondOwnAccess: [
    403,
    "You can't give or remove permissions that you don't have yourself: {what}.",
    '自分が持っていない権限は付与も取消もできません: {what}',
  ],
  EmailBeyondAccess: [
    403,
    'Password links go to this address, so only someone with all the permissions of this person can change it. Ask an Owner.',
    'パスワードのリンクはこのアドレスに届くため、この人と同じ権限をすべて持つ人だけが変更できます。オーナーに依頼してください。',
  ],
  UnlockByAdmin: [
    403,
    'This sign-in is not only for this venue, so only Admin can unlock it.',
    'このユーザーのサインイン情報はこの事業者専用ではないため、管理者だけがロックを解除できます。',
  ],
  CannotActAs: [403, "You can't act as this person.", 'この人として操作することはできません。'],
  OwnCase: [403, 'You cannot open a case about your own card. Ask a colleague to do it.', '自分のカードのケースは作成できません。他の人に依頼してください。'],
  OwnCard: [403, 'This is your own card. Someone else has to do this.', '自分のカードです。他の人に依頼してください。'],
  OwnAdjustment: [403, 'You requested this adjustment yourself. Someone else has to decide on it.', '自分が申請した調整です。他の人に承認を依頼してください。'],
  OwnCount: [
    403,
    'You counted this drawer yourself. The variance is above the limit, so someone else has to sign it off.',
    '自分が実査したドロワーです。過不足が上限を超えているため、他の人の承認が必要です。',
  ],
  OwnMovements: [
    403,
    'Without the cash movements or the opening float that you entered yourself, the variance is above the limit. Someone else has to sign it off.',
    '自分が入力した入出金や釣銭準備金を除くと過不足が上限を超えるため、他の人の承認が必要です。',
  ],
  OutsideOff: [
    403,
    'This venue does not let reports be mailed to people outside Daybook. Somebody who may change Venue settings can allow it.',
    'この事業者では、Daybook を使っていない人へのレポートの配信が許可されていません。事業者の設定を変更できる人に依頼してください。',
  ],
  NotWhileImpersonating: [403, "You can't do this while acting as someone else.", '他の人として操作している間はできません。'],
  AntiForgery: [
    403,
    'This request did not come from the app. Reload the page and try again.',
    'アプリからのリクエストではありません。ページを再読み込みしてください。',
  ],
  NotFound: [404, 'Nothing was found at this address.', '見つかりませんでした。'],
  LocationNotFound: [404, 'There is no such location.', 'その店舗は見つかりません。'],
  LocationInUse: [
    409,
    'This location cannot be removed, because something refers to it: a sale, a till key, a person, a sheet or a setting.',
    'この店舗は売上・レジのキー・従業員・日次締めシート・設定のいずれかで使われているため、削除できません。',
  ],
  CardNotFound: [404, 'There is no such card.', 'そのカードは見つかりません。'],
  MovementNotFound: [404, 'There is no such movement of points.', 'そのポイント履歴は見つかりません。'],
  PhotoNotFound: [404, 'There is no such photo.', 'その写真は見つかりません。'],
  JournalExportNotFound: [404, 'There is no such export of the journal.', 'その仕訳の出力は見つかりません。'],
  SheetNotFound: [404, 'There is no such control sheet.', 'その日次締めシートは見つかりません。'],
  VenueNotFound: [404, 'There is no such venue.', 'その事業者は見つかりません。'],
  MethodNotAllowed: [405, 'This address does not accept that method.', 'このアドレスではそのメソッドを使えません。'],
  VenueSwitched: [409, 'You switched venue in another tab. Reload this page.', '別のタブで事業者を切り替えました。再読み込みしてください。'],
  Conflict: [409, 'Someone else changed this in the meantime. Reload it and try again.', '他の人が先に変更しました。再読み込みしてもう一度お試しください。'],
  LastOwner: [409, 'This is the last Owner. Make someone else Owner first.', '最後のオーナーです。先に別の人をオーナーにしてください。'],
  BuiltInRole: [
    403,
    'Every venue has this role, so it cannot be changed or deleted. Make a role of your own instead.',
    '最初から用意されている役割は変更も削除もできません。独自の役割を作成してください。',
  ],
  RoleHeld: [
    409,
    'People with this role: {count}. Choose the role they get instead, then delete this one.',
    'この役割を持つ人が{count}人います。代わりの役割を選んでから削除してください。',
  ],
  TooManyRoles: [409, 'A venue has {limit} roles at most. Delete one first.', '役割は事業者ごとに{limit}件までです。先に1件削除してください。'],
  TooManyTillKeys: [
    409,
    'This location has {limit} till keys, which is the most it can have. Revoke one that no till uses, then make a new one.',
    'この店舗にはすでにレジのキーが{limit}件あり、これ以上作成できません。使われていないキーを無効にしてから作成してください。',
  ],
  TooManyTokens: [
    409,
    'You have {limit} tokens at this venue, which is the most you can have. Revoke one that is no longer used, then make a new one.',
    'この事業者でのトークンはすでに{limit}件あり、これ以上作成できません。使っていないトークンを取り消してから作成してください。',
  ],
  NoAccess: [409, 'This person has no access now. Give them access first.', 'この人には現在アクセス権がありません。先にアクセスを付与してください。'],
  HasPassword: [
    409,
    'You already have a user name and a password. Sign in with them, then accept the invitation.',
    'すでにユーザー名とパスワードをお持ちです。サインインして招待を承諾してください。',
  ],
  PasswordFirst: [409, 'Choose a user name and a password to accept this invitation.', 'この招待を承諾するには、ユーザー名とパスワードを設定してください。'],
  CardBlocked: [409, 'Card {card} is blocked. Make it active first.', 'カード{card}は停止中です。先に有効にしてください。'],
  CardReplaced: [409, 'Card {card} was replaced and no longer works.', 'カード{card}は再発行済みのため使えません。'],
  CardInUse: [
    409,
    'Card {card} has been used before. Choose a new card, or one that was never used.',
    'カード{card}は使用済みです。新しいカード、または未使用のカードを選んでください。',
  ],
  AlreadyDecided: [409, 'Someone has already decided on this adjustment.', 'この調整はすでに承認または却下されています。'],
  NotReversible: [
    409,
    'Not enough is left of this movement to reverse: {left} of {points:point|points}.',
    'この履歴で取り消せるポイントは残り{left}です(全{points})。',
  ],
  SheetCommitted: [409, 'This sheet is committed. Reverse it first, with a reason.', 'このシートは確定済みです。先に理由を付けて取り消してください。'],
  SheetNotCounted: [409, 'This drawer has not been counted yet. Count it first.', 'このドロワーはまだ実査されていません。先に実査してください。'],
  SheetNotSigned: [
    409,
    'This sheet is not signed off yet, or its variance is now above the limit. Sign it off first.',
    'このシートはまだ承認されていないか、承認後に過不足が上限を超えました。先に承認してください。',
  ],
  SheetNotCommitted: [409, 'This sheet is not committed, so there is nothing to reverse.', 'このシートは確定されていないため、取り消せません。'],
  CountFirst: [409, 'The expected amount is shown after the count. Count this drawer first.', '計算残高は実査後に表示されます。先に実査してください。'],
  TooManyPhotos: [409, 'A sheet can have at most {limit} photos. Delete one first.', '写真は1シートにつき{limit}枚までです。先に1枚削除してください。'],
  PhotoKept: [
    409,
    'This photo was on the sheet when it was committed, so it cannot be deleted.',
    'この写真はシートの確定時に添付されていたため、削除できません。',
  ],
  MovementMatched: [409, 'This payment is already matched. Undo that match first.', 'この決済はすでに一致しています。先にその一致を取り消してください。'],
  MovementNotCompared: [
    409,
    'Payments of this day or location are not compared with the till, so this one cannot be matched.',
    'この日または店舗の決済はレジと照合していないため、一致を登録できません。',
  ],
  NotActing: [409, 'You are not acting as someone else.', '他の人として操作していません。'],
  NoPendingAuthorisation: [
    409,
    'No sign-in at {provider} is waiting here. It may be older than ten minutes, or already used. Connect again.',
    '待機中の{provider}へのサインインはありません。10分を過ぎたか、使用済みです。もう一度連携してください。',
  ],
  AuthorisationRefused: [
    409,
    '{provider} did not accept this sign-in, because it is too old or was already used. Nothing was linked. Connect again.',
    '{provider}がこのサインインを受け付けませんでした。期限切れか使用済みです。連携は行われていません。もう一度連携してください。',
  ],
  ShopNotSet: [
    409,
    'No shop is set here yet. Send its address at {provider}, like my-shop.myshopify.com, as ShopUrl.',
    'ショップがまだ登録されていません。{provider}でのアドレス(my-shop.myshopify.comなど)をShopUrlで送信してください。',
  ],
  PlaceLinked: [
    409,
    'There is already a link to {provider} here. Disconnect it first, then connect the other account.',
    'すでに{provider}と連携しています。先に連携を解除してから、別のアカウントと連携してください。',
  ],
  AccountLinkedElsewhere: [
    409,
    'This {provider} account is already linked to another venue or location. Disconnect it there first, or sign in to another account.',
    'この{provider}アカウントはすでに別の事業者または店舗と連携しています。そちらの連携を解除するか、別のアカウントでサインインしてください。',
  ],
  WrongMode: [
    409,
    'Either this {provider} account is a test account, or Daybook is set up for tests and the account is not. Nothing was linked. Sign in to another account.',
    '{provider}アカウントの種類(テスト用か本番用か)がDaybookの設定と異なるため、連携していません。別のアカウントでサインインしてください。',
  ],
  InProgress: [409, 'The same request is still in progress. Try again in a moment.', '同じリクエストを処理中です。しばらくしてからお試しください。'],
  TooLarge: [413, 'This is too large. The limit is {limit}.', 'サイズが大きすぎます(最大{limit})。'],
  AddressTooLong: [414, 'The address is too long.', 'アドレスが長すぎます。'],
  WrongContentType: [415, 'Send this as {expected}.', '{expected}形式で送信してください。'],
  KeyReused: [422, 'This idempotency key was used for a different request.', 'この冪等キーは別のリクエストで使用済みです。'],
  FileNotReadable: [422, 'The file could not be read: {why}', 'ファイルを読み込めません: {why}'],
  PhotoNotReadable: [422, 'The photo cannot be used: {why}', 'この写真は使用できません: {why}'],
  RunGoing: [409, 'This import is still going. Wait until it has ended, then undo it.', 'この取り込みはまだ進行中です。終わってから取り消してください。'],
  UndoGoing: [
    409,
    'The import of {file} is being undone. Wait until that has ended, then import again.',
    '{file}の取り込みを取り消しています。終わってからもう一度取り込んでください。',
  ],
  UndoBeyondAccess: [
    403,
    'This import has sales of locations that you have no access to, so you cannot undo it. Ask somebody who has access to all of its locations.',
    'この取り込みにはアクセス権のない店舗の売上が含まれるため、取り消せません。すべての店舗にアクセスできる人に依頼してください。',
  ],
  RowsRejected: [
    422,
    'Nothing was imported, because {rejected:row is|rows are} wrong. Correct them and import again.',
    '{rejected}行に誤りがあるため、取り込みませんでした。修正してもう一度取り込んでください。',
  ],
  TooManyRequests: [429, 'Too many requests. Try again in a moment.', 'リクエストが多すぎます。しばらくしてからお試しください。'],
  TooManyLinks: [
    429,
    'This person was sent {most} links in the last hour. You can send the next one in {minutes:minute|minutes}.',
    'この人には1時間以内にリンクを{most}回送信済みです。次は{minutes}分後に送信できます。',
  ],
  HeadersTooLarge: [431, 'The request headers are too large.', 'リクエストヘッダーが大きすぎます。'],
  InternalError: [
    500,
    'Something went wrong. Try again. If it keeps happening, tell support this reference: {requestId}.',
    'エラーが発生しました。もう一度お試しください。続く場合は、参照番号 {requestId} をサポートにお知らせください。',
  ],
  Unavailable: [503, 'The service is busy. Try again in a moment.', '混み合っています。しばらくしてからお試しください。'],
  OrderAnswered: [409, 'The till has already given a different answer to this order.', 'この注文にはすでに別の回答が登録されています。'],
  DeletesChanged: [
    409,
    'Sending these products would delete {deletes:product|products} at {provider}. Check the list again, then confirm it.',
    '現在この商品リストを送信すると、{provider}の商品が{deletes}件削除されます。もう一度リストを確認してください。',
  ],
  NoProducts: [
    409,
    'Nothing was sent, because this location sold nothing in the last 90 days. An empty list would delete every product at {provider}.',
    'この店舗には過去90日間の売上がありません。空のリストを送ると{provider}の商品がすべて削除されるため、送信していません。',
  ],
  NotConnected: [
    503,
    'Daybook is not connected to {provider}. Ask the person who runs Daybook for you to connect it.',
    'Daybookは{provider}に接続されていません。Daybookの管理者に依頼してください。',
  ],
  NotLinked: [409, 'This location is not linked with {provider}. Link it first.', 'この店舗は{provider}と連携していません。先に連携してください。'],
  ProviderNotConfigured: [
    503,
    '{provider} is not set up on this server: {settings} must be set. Ask the person who runs Daybook for you.',
    'このサーバーでは{provider}が設定されていません({settings}が必要です)。Daybookの管理者に依頼してください。',
  ],
  ProviderSilent: [
    503,
    '{provider} could not be reached, so nothing was changed. Try again in a few minutes.',
    '{provider}に接続できないため、何も変更していません。数分後にもう一度お試しください。',
  ],
  LinkIncomplete: [
    503,
    'Nothing was linked, because the answer from {provider} lacks {fields}. Tell the person who runs Daybook for you.',
    '{provider}の応答に{fields}が含まれていないため、連携していません。Daybookの管理者にお知らせください。',
  ],
  LinkUnknown: [
    503,
    "Daybook can't tell whether the link was made, because the answer from {provider} was lost. A sign-in works only once, so connect again. If the link was made after all, nothing is doubled.",
    '{provider}からの応答が届かず、連携できたかどうか確認できません。サインインは一度しか使えません。もう一度連携してください。連携済みでも重複しません。',
  ],
  Superseded: [
    503,
    'Daybook is switching to a newer version. Try again in a moment.',
    '新しいバージョンのDaybookに切り替わり、このサーバーは停止します。しばらくしてからお試しください。',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, jp: string]>

export type FailureCode = keyof typeof FAILURES

/** One field's complaint inside a failure. */
export interface FieldError {
  FieldName: string
  ErrorCode: string
  Message: string
}

/** The body of every refused call. */
export interface ErrorAnswer {
  ResponseStatus: { ErrorCode: string; Message: string; Errors: FieldError[] }
  RequestId?: string
}

/** A refusal with a code of the list; thrown by handlers, rules and SQL alike, answered by the server. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly fields: FieldError[]
  readonly retryAfterSeconds: number | undefined

  constructor(code: FailureCode, values: Record<string, string | number> = {}, fields: FieldError[] = [], retryAfterSeconds?: number) {
    super(fill(FAILURES[code][1], values))
    this.code = code
    this.status = FAILURES[code][0]
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Makes a refusal: `throw failure('LocationNotFound')`. */
export const failure = (code: FailureCode, values?: Record<string, string | number>, fields?: FieldError[], retryAfterSeconds?: number) =>
  new Failure(code, values, fields, retryAfterSeconds)

/** A refusal about one field, in words. */
export const fieldFailure = (FieldName: string, Message: string, ErrorCode = 'Invalid') =>
  new Failure('ValidationFailed', {}, [{ FieldName, ErrorCode, Message }])
