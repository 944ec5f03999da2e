import { messages } from '#shared/messages.ts'

export const employeesMenu = messages(
  {
    employees: 'Employees',
    listAbout: 'Everyone who works here: what they may see, where, and whether their access is open, invited, locked or revoked.',
    create: 'Create employee',
    createAbout: 'A new person: names, user name and e-mail, checked against those already here.',
    register: 'Register',
    registerAbout: 'Giving someone access, step by step: the person, their locations, their permissions, and the mail with their link.',
    revoke: 'Revoke',
    revokeAbout: 'Taking access away at once, with what the person holds and which sessions end.',
    requestPassword: 'Request password',
    requestPasswordAbout: 'Sending someone a link to set a new password, with when the last one went out.',
    permissions: 'Permissions',
    permissionsAbout: 'People against permissions in one grid, with the difference to read before it is saved.',
  },
  {
    employees: '従業員',
    listAbout: 'ここで働く全員の権限、店舗、状態(有効・招待中・ロック・取消)。',
    create: '従業員の作成',
    createAbout: '氏名、ユーザー名、メールアドレスを登録し、重複を確認します。',
    register: 'アクセス登録',
    registerAbout: '従業員、店舗、権限を順に選び、リンクをメールで送ってアクセスを付与します。',
    revoke: 'アクセス取消',
    revokeAbout: '権限と使用中のセッションを確認し、アクセスを直ちに取り消します。',
    requestPassword: 'パスワード再設定依頼',
    requestPasswordAbout: 'パスワード再設定リンクを送ります。前回の送信日時も表示します。',
    permissions: '権限',
    permissionsAbout: '従業員と権限を一覧で編集し、変更点を確認してから保存します。',
  },
)
