import { messages } from '#shared/messages.ts'

export const intakeMenu = messages(
  {
    imports: 'Imports',
    importsAbout: 'Bringing sales in from CSV and XLSX files: preview, columns, rows to correct.',
    importRosters: 'Import rosters and timesheets',
    importRostersAbout: 'Bringing shifts and hours worked in from CSV and XLSX files.',
    importRates: 'Import pay rates',
    importRatesAbout: 'What employees are paid, from which day on, from CSV and XLSX files.',
  },
  {
    imports: '取り込み',
    importsAbout: 'CSV・XLSXファイルから売上を取り込みます。プレビュー、列の対応付け、誤りのある行の修正。',
    importRosters: 'シフトと勤務表の取り込み',
    importRostersAbout: 'CSV・XLSXファイルからシフトと勤務時間を取り込みます。',
    importRates: '時給・週給の取り込み',
    importRatesAbout: 'CSV・XLSXファイルから、従業員の時給・週給を適用開始日とともに取り込みます。',
  },
)
