import { messages } from '#shared/messages.ts'

/** Correcting somebody's names and address. */
export const correctTexts = messages(
  {
    correct: 'Edit details',
    title: 'Details of {name}',
    save: 'Save details',
    cancel: 'Cancel',
    displayNameHint: 'The name shown in lists.',
    emailOwn: 'You change your own e-mail address in Preferences.',
    emailOfLogin: 'Their sign-in keeps the old address until they confirm the new one. Daybook mails a link there and tells the old address.',
    emailOfInvited: 'The invitation is sent again, to the new address.',
    emailNone: 'Where their invitation will go.',
    savedChanged: 'The changes have been saved.',
    savedInvited: 'The changes have been saved. The invitation is on its way to {email}.',
    savedConfirm: 'The changes have been saved. {name} was sent a link to {email} to confirm it. Until then, password links go to the old address.',
    savedShown:
      'The changes have been saved for this venue. {name} belongs to other venues too, so password links still go to the address of their sign-in. They can change it in Preferences.',
  },
  {
    correct: '登録内容を編集',
    title: '{name}さんの登録内容',
    save: '登録内容を保存',
    cancel: 'キャンセル',
    displayNameHint: '一覧に表示する名前です。',
    emailOwn: '自分のメールアドレスは「表示設定」で変更できます。',
    emailOfLogin:
      '本人が新しいアドレスを確認するまで、サインイン情報のアドレスは変わりません。確認用のリンクを新しいアドレスに送り、以前のアドレスにも通知します。',
    emailOfInvited: '新しいアドレスに招待を再送します。',
    emailNone: '招待の送り先になります。',
    savedChanged: '変更を保存しました。',
    savedInvited: '変更を保存しました。{email}に招待を送信しています。',
    savedConfirm: '変更を保存しました。確認用のリンクを{email}に送りました。{name}さんが確認するまで、パスワードのリンクは以前のアドレスに届きます。',
    savedShown:
      'この事業者での変更を保存しました。{name}さんは他の事業者にも所属しているため、パスワードのリンクは引き続きサインイン情報のアドレスに届きます。アドレスは本人が「表示設定」で変更できます。',
  },
)
