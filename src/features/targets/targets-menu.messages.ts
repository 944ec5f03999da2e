import { messages } from '#shared/messages.ts'

export const targetsMenu = messages(
  { targets: 'Targets', targetsAbout: 'The net sales each location is to reach in each month, and how they are spread over its days.' },
  { targets: '売上目標', targetsAbout: '店舗ごとの月間純売上目標と、日別の割り振り。' },
)
