import { messages } from '#shared/messages.ts'

export const wallMenu = messages(
  { wall: 'Wall screen', wallScreens: 'Wall screens', wallScreensAbout: 'TVs and tablets that show a dashboard. See what each shows, and stop one.' },
  { wall: '壁掛け画面', wallScreens: '壁掛け画面', wallScreensAbout: 'ダッシュボードを表示しているテレビやタブレットの一覧。表示内容の確認と、表示の終了。' },
)
