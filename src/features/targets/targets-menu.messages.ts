import { messages } from '#shared/messages.ts'

export const targetsMenu = messages(
  { targets: 'Targets', targetsAbout: 'The net sales target of each location for each month, and how it is spread over the days.' },
  { targets: '売上目標', targetsAbout: '店舗ごとの月間純売上目標と、日別の割り振り。' },
)
