import { expect, test } from 'vitest';

import { PAGE_TEMPLATES, type PageTemplate } from '#content/templates.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';

import { builderReducer, createState, type BuilderAction, type BuilderState } from './builder-reducer.ts';

const applyActions = (actions: BuilderAction[], initialState: BuilderState = createState(createEmptyConfig())) =>
  actions.reduce(builderReducer, initialState);
const typeProductName = (text: string, at = 0): BuilderAction[] =>
  Array.from(text, (_, index) => ({
    type: 'set',
    key: 'productName',
    value: text.slice(0, index + 1),
    at: at + index * 100,
  }));

test('groups typing in one field into one undo step', () => {
  const afterTyping = applyActions(typeProductName('Course'));
  expect(afterTyping.present.productName).toBe('Course');
  expect(afterTyping.past).toHaveLength(1);
  expect(applyActions([{ type: 'undo' }], afterTyping).present).toEqual(createEmptyConfig());
});

test('starts a new undo step after a pause in typing', () => {
  const afterTyping = applyActions([
    ...typeProductName('Cou'),
    { type: 'set', key: 'productName', value: 'Course', at: 9000 },
  ]);
  expect(applyActions([{ type: 'undo' }], afterTyping).present.productName).toBe('Cou');
});

test('starts a new undo step when another field is typed in', () => {
  const afterTyping = applyActions([...typeProductName('Course'), { type: 'set', key: 'price', value: '29', at: 650 }]);
  expect(afterTyping.past).toHaveLength(2);
  expect(applyActions([{ type: 'undo' }], afterTyping).present).toMatchObject({
    productName: 'Course',
    price: '',
  });
});

test('makes two quick toggles two undo steps', () => {
  const state = applyActions([
    { type: 'set', key: 'requireTerms', value: true, at: 0 },
    { type: 'set', key: 'requireTerms', value: false, at: 10 },
  ]);
  expect(state.past).toHaveLength(2);
});

test('does not merge typing after an undo with the step before it', () => {
  const state = applyActions([
    ...typeProductName('Course'),
    { type: 'undo' },
    { type: 'set', key: 'productName', value: 'P', at: 600 },
  ]);
  expect(applyActions([{ type: 'undo' }], state).present.productName).toBe('');
});

test('redoes an undone step, and a new change clears the redo stack', () => {
  const undone = applyActions([...typeProductName('Course'), { type: 'undo' }]);
  expect(applyActions([{ type: 'redo' }], undone).present.productName).toBe('Course');
  expect(
    applyActions([{ type: 'set', key: 'price', value: '1', at: 0 }, { type: 'redo' }], undone).present,
  ).toMatchObject({
    productName: '',
    price: '1',
  });
});

test('adds no undo step if the value does not change', () => {
  const state = createState(createEmptyConfig());
  expect(builderReducer(state, { type: 'set', key: 'layout', value: 'classic', at: 0 })).toBe(state);
  expect(builderReducer(state, { type: 'undo' })).toBe(state);
  expect(builderReducer(state, { type: 'redo' })).toBe(state);
});

test('trims features and ignores blank ones', () => {
  const state = applyActions([
    { type: 'addFeature', feature: '  Eleven   lessons ' },
    { type: 'addFeature', feature: '   ' },
  ]);
  expect(state.present.features).toEqual(['Eleven lessons']);
});

test('ignores an eleventh feature', () => {
  const state = applyActions(Array.from({ length: 11 }, (_, index) => ({ type: 'addFeature', feature: `F${index}` })));
  expect(state.present.features).toHaveLength(10);
  expect(state.past).toHaveLength(10);
});

test('ignores a sixth testimonial', () => {
  const state = applyActions(
    Array.from({ length: 6 }, (_, index) => ({
      type: 'addTestimonial',
      testimonial: { name: `N${index}`, role: null, rating: 5, text: 'Good' },
    })),
  );
  expect(state.present.testimonials.items).toHaveLength(5);
});

test('enables testimonials with the first one but not again after the seller hid them', () => {
  const joan = { name: 'Joan', role: null, rating: 4, text: 'Good' };
  const first = applyActions([{ type: 'addTestimonial', testimonial: joan }]);
  expect(first.present.testimonials.enabled).toBe(true);
  const hidden = builderReducer(first, { type: 'showTestimonials', enabled: false });
  const second = builderReducer(hidden, { type: 'addTestimonial', testimonial: joan });
  expect(second.present.testimonials.enabled).toBe(false);
});

test('keeps testimonials when they are switched off', () => {
  const state = applyActions([
    { type: 'addTestimonial', testimonial: { name: 'Joan', role: null, rating: 4, text: 'Good' } },
    { type: 'showTestimonials', enabled: true },
    { type: 'showTestimonials', enabled: false },
  ]);
  expect(state.present.testimonials).toMatchObject({ enabled: false, items: [{ name: 'Joan' }] });
});

test('removes the entry at the given index', () => {
  const state = applyActions([
    { type: 'addFeature', feature: 'One' },
    { type: 'addFeature', feature: 'Two' },
    { type: 'removeFeature', index: 0 },
    { type: 'addCoupon', coupon: { code: 'TEN', discount: 10, type: 'percentage' } },
    { type: 'addCoupon', coupon: { code: 'FIVE', discount: 5, type: 'fixed' } },
    { type: 'removeCoupon', index: 1 },
  ]);
  expect(state.present.features).toEqual(['Two']);
  expect(state.present.validCoupons.map(({ code }) => code)).toEqual(['TEN']);
});

test('limits the undo history', () => {
  const state = applyActions(
    Array.from({ length: 500 }, (_, index) => ({
      type: 'set',
      key: 'layout',
      value: index % 2 ? 'classic' : 'modern',
      at: index,
    })),
  );
  expect(state.past.length).toBe(200);
});

const addThreeFeatures: BuilderAction[] = ['One', 'Two', 'Three'].map((feature) => ({
  type: 'addFeature',
  feature,
}));

test('moves a feature and undoes the move in one step', () => {
  const state = applyActions([...addThreeFeatures, { type: 'moveFeature', from: 2, to: 0 }]);
  expect(state.present.features).toEqual(['Three', 'One', 'Two']);
  expect(applyActions([{ type: 'undo' }], state).present.features).toEqual(['One', 'Two', 'Three']);
  expect(applyActions([{ type: 'undo' }, { type: 'redo' }], state).present.features).toEqual(['Three', 'One', 'Two']);
});

test('adds no undo step if the first entry is moved up', () => {
  const state = applyActions(addThreeFeatures);
  expect(builderReducer(state, { type: 'moveFeature', from: 0, to: -1 })).toBe(state);
});

test('groups typing in one feature and starts a new step for another feature', () => {
  const state = applyActions([
    ...addThreeFeatures,
    { type: 'editFeature', index: 0, feature: 'One!', at: 0 },
    { type: 'editFeature', index: 0, feature: 'One!!', at: 100 },
    { type: 'editFeature', index: 1, feature: 'Two?', at: 200 },
  ]);
  expect(state.present.features).toEqual(['One!!', 'Two?', 'Three']);
  expect(applyActions([{ type: 'undo' }], state).present.features).toEqual(['One!!', 'Two', 'Three']);
  expect(applyActions([{ type: 'undo' }, { type: 'undo' }], state).present.features).toEqual(['One', 'Two', 'Three']);
});

test('makes editing and moving a testimonial one undo step each', () => {
  const testimonialBy = (name: string) => ({ name, role: null, rating: 5, text: 'Good' });
  const state = applyActions([
    { type: 'addTestimonial', testimonial: testimonialBy('Ann') },
    { type: 'addTestimonial', testimonial: testimonialBy('Bob') },
    { type: 'editTestimonial', index: 1, testimonial: { ...testimonialBy('Bob'), rating: 3 } },
    { type: 'moveTestimonial', from: 1, to: 0 },
  ]);
  expect(state.present.testimonials.items.map(({ name, rating }) => [name, rating])).toEqual([
    ['Bob', 3],
    ['Ann', 5],
  ]);
  const undone = applyActions([{ type: 'undo' }, { type: 'undo' }], state);
  expect(undone.present.testimonials.items.map(({ name, rating }) => [name, rating])).toEqual([
    ['Ann', 5],
    ['Bob', 5],
  ]);
});

test('edits a coupon in place', () => {
  const state = applyActions([
    { type: 'addCoupon', coupon: { code: 'TEN', discount: 10, type: 'percentage' } },
    { type: 'addCoupon', coupon: { code: 'FIVE', discount: 5, type: 'fixed' } },
    { type: 'editCoupon', index: 0, coupon: { code: 'TWENTY', discount: 20, type: 'percentage' } },
  ]);
  expect(state.present.validCoupons.map(({ code }) => code)).toEqual(['TWENTY', 'FIVE']);
  expect(applyActions([{ type: 'undo' }], state).present.validCoupons[0]?.code).toBe('TEN');
});

test('ignores an action on an index that does not exist', () => {
  const state = applyActions(addThreeFeatures);
  expect(builderReducer(state, { type: 'removeFeature', index: 7 })).toBe(state);
  expect(builderReducer(state, { type: 'editFeature', index: 7, feature: 'x', at: 0 })).toBe(state);
});

test('removes an emptied feature in one step that can be undone', () => {
  const state = applyActions([
    ...addThreeFeatures,
    { type: 'editFeature', index: 1, feature: ' \u200b ', at: 0 },
    { type: 'dropBlankFeature' },
  ]);
  expect(state.present.features).toEqual(['One', 'Three']);
  expect(builderReducer(state, { type: 'dropBlankFeature' })).toBe(state);
  expect(applyActions([{ type: 'undo' }, { type: 'undo' }], state).present.features).toEqual(['One', 'Two', 'Three']);
});

const [course, ebook] = PAGE_TEMPLATES as [PageTemplate, PageTemplate];
const applyTemplate = (template: PageTemplate, formerPictureUrl: string | null = null): BuilderAction => ({
  type: 'template',
  template,
  pictureUrl: `/media${template.picture}`,
  formerPictureUrl,
});

test('applies a template in one step and keeps what the seller typed', () => {
  const afterTyping = applyActions(typeProductName('Mine'));
  const applied = applyActions([applyTemplate(course)], afterTyping);
  expect(applied.present).toEqual({
    ...course.config,
    productName: 'Mine',
    productImage: '/media/templates/course.webp',
  });
  expect(applyActions([{ type: 'undo' }], applied).present).toEqual(afterTyping.present);
  expect(applyActions([applyTemplate(course, '/media/templates/course.webp')], applied)).toBe(applied);
});

test("replaces an image by that of the template unless it is the seller's own", () => {
  const applied = applyActions([applyTemplate(course)]);
  expect(applyActions([applyTemplate(ebook, '/media/templates/course.webp')], applied).present).toEqual({
    ...ebook.config,
    productImage: '/media/templates/e-book.webp',
  });
  const withOwnImage = applyActions([{ type: 'set', key: 'productImage', value: '/media/own.webp', at: 0 }], applied);
  expect(applyActions([applyTemplate(ebook, '/media/templates/course.webp')], withOwnImage).present).toEqual({
    ...ebook.config,
    productImage: '/media/own.webp',
  });
});
