import { messages } from '#shared/messages.ts'

export const uploadWords = messages(
  {
    preparing: 'Preparing {file}',
    sending: 'Uploading {file}, {part} %',
    waiting: 'Waiting for the connection. {file} goes on at {part} %.',
    cancel: 'Cancel the upload',
    unfinished: 'Unfinished uploads',
    goOn: 'Choose the same file again to go on where the upload stopped. Unfinished uploads are removed after a day.',
    soFar: '{here} of {size} MB',
    remove: 'Remove',
    removeFile: 'Remove {file}',
  },
  {
    preparing: '{file}を準備中',
    sending: '{file}をアップロード中 {part}%',
    waiting: '接続を待っています。{file}は{part}%から再開します。',
    cancel: 'アップロードを中止',
    unfinished: '途中のアップロード',
    goOn: '同じファイルをもう一度選ぶと、途中から再開します。途中のアップロードは1日後に削除されます。',
    soFar: '{size}MB中{here}MB',
    remove: '削除',
    removeFile: '{file}を削除',
  },
)
