import { messages } from '#shared/messages.ts'

export const intakeMenu = messages(
  {
    imports: 'Imports',
    importsAbout: 'Bringing sales in from CSV and XLSX files: preview, columns, rows to correct.',
    importRosters: 'Import rosters and timesheets',
    importRostersAbout: 'Bringing shifts and hours worked in from CSV and XLSX files.',
  },
  {
    imports: '取り込み',
    importsAbout: 'CSV・XLSXファイルから売上を取り込みます。プレビュー、列の対応付け、誤りのある行の修正。',
    importRosters: 'シフトと勤務表の取り込み',
    importRostersAbout: 'CSV・XLSXファイルからシフトと勤務時間を取り込みます。',
  },
)
