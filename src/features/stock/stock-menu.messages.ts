import { messages } from '#shared/messages.ts'

export const stockMenu = messages(
  {
    products: 'Products',
    productsAbout: 'Recipes, measures and purchase details of products, and how suppliers deliver.',
    importProducts: 'Import products',
    importProductsAbout: 'Import products from a CSV or XLSX file. You see what will change and what is wrong before anything is stored.',
    importInvoices: 'Import invoices',
    importInvoicesAbout: 'Import supplier invoices from a CSV or XLSX file. You see what is new and what is wrong before anything is stored.',
    movements: 'Stock movements',
    movementsAbout: 'Enter write-offs, transfers and adjustments of stock, and undo them.',
    counts: 'Stock counts',
    countsAbout: 'Count stock with a phone, and see the differences of earlier counts.',
  },
  {
    products: '商品',
    productsAbout: '商品の材料・容量・度数・仕入条件と、仕入先の納品条件。',
    importProducts: '商品の取り込み',
    importProductsAbout: 'CSVまたはXLSXの商品ファイル。保存前に変更内容と誤りを確認できます。',
    importInvoices: '請求書の取り込み',
    importInvoicesAbout: '仕入先の請求書をCSVまたはXLSXから取り込みます。保存前に新しい請求書と誤りを確認できます。',
    movements: '在庫の増減',
    movementsAbout: '廃棄・移動・調整の入力と取り消し。',
    counts: '棚卸',
    countsAbout: 'スマートフォンでの棚卸と、これまでの棚卸の差異。',
  },
)
