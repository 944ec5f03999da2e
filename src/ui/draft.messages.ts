import { messages } from '#shared/messages.ts'

/** What is not saved yet, and what becomes of it. */
export const draftWords = messages(
  {
    unsaved: 'Unsaved changes',
    save: 'Save',
    discard: 'Discard',
    stay: 'Stay here',
    renew: 'Show current values',
    leaveTitle: 'Leave without saving?',
    leaveBody: 'You have changes here that are not saved.',
  },
  {
    unsaved: '未保存の変更',
    save: '保存',
    discard: '破棄',
    stay: 'このまま編集',
    renew: '現在の内容を表示',
    leaveTitle: '保存せずに移動しますか?',
    leaveBody: 'ここで変更した内容は保存されていません。',
  },
)
