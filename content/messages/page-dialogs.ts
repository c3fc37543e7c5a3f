/** Texts of the dialogs that rename, unpublish and delete a page. */
export const pageDialogMessages = {
  renameDialog: {
    title: 'Rename page',
    name: 'Name',
    hint: 'Only you see this name. Leave blank to use the product name.',
    submit: 'Rename',
    busy: 'Renaming…',
  },

  unpublishDialog: {
    title: 'Unpublish “<page></page>”?',
    visitors:
      'Visitors to <url></url> will see that this page isn’t available. Buyers already at checkout can still pay.',
    visitorsWithoutUrl: 'Visitors will see that this page isn’t available. Buyers already at checkout can still pay.',
    republish: 'You can publish it again at any time. Its URL stays the same.',
    cancel: 'Cancel',
    confirm: 'Unpublish',
    busy: 'Unpublishing…',
  },

  deleteDialog: {
    title: 'Delete “<page></page>”?',
    description: 'This permanently deletes the page, its draft, and all of its versions.',
    liveDescription:
      'This permanently deletes the page, its draft, and all of its versions. The page is live, and <url></url> will stop working.',
    alternative: 'To keep a copy, export its file first. You can also archive it instead.',
    alternativeWithOrders:
      'Its orders stay in your list. To keep a copy of the page, export its file first. You can also archive it instead.',
    cancel: 'Cancel',
    confirm: 'Delete page',
    busy: 'Deleting…',
  },
};
