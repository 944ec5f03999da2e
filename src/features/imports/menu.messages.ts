import { messages } from '#shared/messages.ts'

export const intakeMenu = messages(
  { imports: 'Imports', importsAbout: 'Bringing sales in from CSV and XLSX files: preview, columns, rows to correct.' },
  { imports: '取り込み', importsAbout: 'CSV・XLSXファイルから売上を取り込みます。プレビュー、列の対応付け、誤りのある行の修正。' },
)
