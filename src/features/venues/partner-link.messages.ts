import { messages } from '#shared/messages.ts'

/** The connection of this installation to Deliverect, which is one for all venues. */
export const partnerWords = messages(
  {
    title: 'Deliverect',
    connected: 'Connected for all venues.',
    connectedAbout: 'Managers link their locations in Connections.',
    notConnected: 'Not connected.',
    notConnectedAbout: 'Orders of linked locations still arrive. Deliverect gets their status once you connect.',
    missing: 'Not set up on this server. These settings are missing: {settings}.',
    connect: 'Connect to Deliverect',
    disconnect: 'Disconnect from Deliverect',
    sure: 'Deliverect gets no updates about any venue’s orders until you connect again.',
    disconnectNow: 'Disconnect all venues',
    keep: 'Stay connected',
  },
  {
    title: 'Deliverect',
    connected: 'すべての事業者で接続済みです。',
    connectedAbout: '店舗ごとの連携は、各事業者の担当者が「連携」で行います。',
    notConnected: '未接続です。',
    notConnectedAbout: '連携済みの店舗の注文はこのままでも届きます。Deliverectへの通知は接続後に行われます。',
    missing: 'このサーバーでは未設定です(不足: {settings})。',
    connect: 'Deliverectに接続',
    disconnect: 'Deliverectとの接続を解除',
    sure: '再び接続するまで、すべての事業者の注文についてDeliverectに通知されません。',
    disconnectNow: 'すべての事業者の接続を解除',
    keep: '接続を続ける',
  },
)
