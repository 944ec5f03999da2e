import { messages } from '#shared/messages.ts'

/** The button on a dashboard that puts it on a wall screen. */
export const showOnWallWords = messages({ show: 'Show on a wall screen' }, { show: '壁掛け画面に表示' })
