import { messages } from '#shared/messages.ts'

/** The storefront as a customer would read it. */
export const previewWords = messages(
  {
    title: 'As customers see it',
    about: 'This shows saved settings only, without changes you have not saved.',
    noName: 'No name yet',
    pickup: 'Pickup',
    delivery: 'Delivery',
    neither: 'No pickup or delivery',
    ready: 'Ready in about {n:minute|minutes}',
    minimum: 'Minimum order {amount}',
    hours: 'Opening hours',
    closedDay: 'Closed',
    noHours: 'No opening hours yet.',
    nextDay: '{opens}–{closes} (next day)',
    allDay: '24 hours from {opens}',
    span: '{opens}–{closes}',
    emptyMenu: 'No product with a price is published yet.',
  },
  {
    title: 'お客様に見える内容',
    about: '保存済みの内容です。入力中の変更は含まれません。',
    noName: '名前は未設定です',
    pickup: '店頭受け取り',
    delivery: '配達',
    neither: '店頭受け取りも配達もありません',
    ready: '準備時間の目安: {n}分',
    minimum: '最低注文金額 {amount}',
    hours: '営業時間',
    closedDay: '休み',
    noHours: '営業時間がまだ設定されていません。',
    nextDay: '{opens}〜翌{closes}',
    allDay: '{opens}から24時間',
    span: '{opens}〜{closes}',
    emptyMenu: '価格のある商品がまだ公開されていません。',
  },
)
