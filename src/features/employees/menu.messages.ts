import { messages } from '#shared/messages.ts'

export const employeesMenu = messages(
  {
    employees: 'Employees',
    listAbout: 'Everyone who works here, what they may see and where, and whether their access is active, invited, locked or revoked.',
    create: 'Create employee',
    createAbout: 'A new person: names, user name and e-mail, checked against the people already here.',
    register: 'Register',
    registerAbout: 'Give someone access step by step: the person, their locations, their permissions, and the e-mail with their link.',
    revoke: 'Revoke',
    revokeAbout: 'Remove access at once. Shows the person’s permissions and the sessions that end.',
    requestPassword: 'Request password',
    requestPasswordAbout: 'Send someone a link to set a new password. Shows when the last one was sent.',
    permissions: 'Permissions',
    permissionsAbout: 'People and permissions in one table. Changes are shown before they are saved.',
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
