import { messages } from '#shared/messages.ts'

export const intakeMenu = messages(
  {
    imports: 'Imports',
    importsAbout: 'Import sales from CSV and XLSX files: match columns, check the file and correct wrong rows.',
    importRosters: 'Import rosters and timesheets',
    importRostersAbout: 'Import shifts and hours worked from CSV and XLSX files.',
    importRates: 'Import pay rates',
    importRatesAbout: 'Import what employees are paid, and from which day, from CSV and XLSX files.',
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
