import { messages } from '#shared/messages.ts'

export const wallMenu = messages(
  { wall: 'Wall screen', wallScreens: 'Wall screens', wallScreensAbout: 'Dashboards that hang on a wall: see which screen shows what, and take one down.' },
  { wall: '壁掛け画面', wallScreens: '壁掛け画面', wallScreensAbout: '壁に掛けた画面のダッシュボード。どの画面が何を表示しているかの確認と、表示の終了。' },
)
