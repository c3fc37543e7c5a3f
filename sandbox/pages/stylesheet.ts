/** Styles of the sandbox's pages: plain gray, so that they are not mistaken for the app's or Stripe's. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#eef0f3, #15171c); --sheet: light-dark(#fff, #1f2229); --well: light-dark(#f5f6f8, #272b33);
  --ink: light-dark(#1b1f27, #eceef2); --soft: light-dark(#565d6b, #a9b0bd); --line: light-dark(#d9dce2, #383d48);
  --edge: light-dark(#868d9a, #6d7482); --do: light-dark(#27508f, #8db4f2); --on-do: light-dark(#fff, #10203a);
  --bad: light-dark(#a3231c, #ff9d94); --bad-bg: light-dark(#fbe9e7, #3c211f); --good: light-dark(#1d6b3c, #86d8a4);
  --warn: #f3c64b; --on-warn: #2c2200;
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
.sandbox-bar { display: flex; align-items: center; gap: 4px; padding: 0 8px; background: #15171c; color: #eceef2; font-size: 14px; overflow-x: auto; white-space: nowrap; scrollbar-width: none; scroll-padding-inline: 32px; }
.sandbox-bar::-webkit-scrollbar { display: none; }
.sandbox-bar a { flex: none; min-height: 44px; padding: 0 10px; display: flex; align-items: center; gap: 6px; color: inherit; text-decoration: none; border-block: 3px solid transparent; }
.sandbox-bar a:hover { background: #272b33; } .sandbox-bar a[aria-current] { border-bottom-color: var(--warn); font-weight: 620; }
.sandbox-bar :focus-visible { outline-color: var(--warn); outline-offset: -3px; }
.sandbox-bar__tag { flex: none; margin: 0 6px; padding: 1px 8px; border-radius: 4px; background: var(--warn); color: var(--on-warn); font-size: 12px; font-weight: 620; }
.banner { background: repeating-linear-gradient(-45deg, var(--warn) 0 14px, #eab92f 14px 28px); color: var(--on-warn); padding: 10px 16px; text-align: center; font-size: 14px; }
main { margin: 0 auto; padding: 32px 16px 64px; max-width: 504px; display: grid; gap: 20px; }
main > * { min-width: 0; }
main.middle { max-width: 640px; } main.wide { max-width: 1240px; }
h1 { font-size: 24px; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 17px; line-height: 1.3; }
.soft, .hint { color: var(--soft); } .hint, .small { font-size: 14px; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; padding: 24px; display: grid; gap: 16px; }
.sheet > * { min-width: 0; }
.head { display: grid; gap: 4px; }
.item { display: grid; grid-template-columns: auto 1fr auto; gap: 4px 14px; align-items: start; }
.item img { width: 56px; height: 56px; object-fit: cover; border-radius: 8px; border: 1px solid var(--line); background: var(--well); }
.item .words { grid-column: 2; } .item:not(:has(img)) .words { grid-column: 1 / 3; }
main strong { color: var(--ink); }
.item .words { display: grid; gap: 4px; }
.item .amount { text-align: right; } .item .amount .small { display: block; }
.item .words p { color: var(--soft); font-size: 14px; white-space: pre-line; }
.sum { display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; border-top: 1px solid var(--line); padding-top: 16px; }
.sum dt, .sum dd { margin: 0; } .sum dd { text-align: right; } .amount, .sum dd, td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.sum .off { color: var(--good); }
.sum .total { font-weight: 650; font-size: 18px; }
form { display: grid; gap: 16px; } form > * { min-width: 0; }
.field { display: grid; gap: 6px; } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; align-items: start; }
label { font-weight: 550; font-size: 15px; }
input, select { width: 100%; min-height: 48px; padding: 10px 12px; font: inherit; font-size: 16px; color: inherit; background: var(--well); border: 1px solid var(--edge); border-radius: 8px; }
input[readonly] { color: var(--soft); border-style: dashed; }
[aria-invalid] { border-color: var(--bad); border-width: 2px; }
.problem { color: var(--bad); font-size: 14px; font-weight: 550; }
.alert { background: var(--bad-bg); color: var(--bad); border-left: 4px solid var(--bad); padding: 12px 14px; border-radius: 6px; font-weight: 550; }
button, .button { display: block; width: 100%; min-height: 48px; padding: 12px 16px; border-radius: 8px; border: 1px solid transparent; font: inherit; font-weight: 620; text-align: center; text-decoration: none; cursor: pointer; background: var(--do); color: var(--on-do); }
button:hover, .button:hover { filter: brightness(1.08); }
.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
.danger { width: auto; background: transparent; color: var(--bad); border-color: var(--bad); }
.slim { width: auto; min-height: 36px; padding: 5px 12px; white-space: nowrap; font-size: 14px; }
a { color: var(--do); } :focus-visible { outline: 3px solid var(--do); outline-offset: 2px; }
summary { cursor: pointer; font-weight: 550; min-height: 28px; }
/* Touch targets of 44 px. */
@media (pointer: coarse) { .slim, summary { min-height: 44px; } summary { line-height: 44px; } td a, .back { padding-block: 12px; } }
.scroll { overflow-x: auto; position: relative; }
details.sheet { display: block; } details[open] > .scroll, details[open] > form { margin-top: 16px; }
table { width: 100%; overflow-wrap: normal; border-collapse: collapse; font-size: 14px; } th { text-align: left; color: var(--soft); font-weight: 550; }
th, td { padding: 9px 14px 9px 0; border-top: 1px solid var(--line); vertical-align: middle; white-space: nowrap; } td.wrap { white-space: normal; min-width: 150px; } thead th { border-top: 0; }
tr:target { background: var(--well); } code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
.figures { display: flex; flex-wrap: wrap; gap: 12px 40px; } .figures strong { display: block; font-size: 22px; font-variant-numeric: tabular-nums; }
.mark { display: inline-block; border: 1px solid var(--line); border-radius: 99px; padding: 1px 9px; font-size: 13px; white-space: nowrap; }
.mark.good { color: var(--good); border-color: currentColor; } .mark.bad { color: var(--bad); border-color: currentColor; }
summary > * { margin-left: 6px; } .well { background: var(--well); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; margin-top: 16px; max-height: 520px; overflow-y: auto; white-space: pre-wrap; } .time { white-space: nowrap; font-weight: 400; }
select.short { width: auto; text-align: left; } .acts { display: grid; gap: 8px; justify-items: start; }
.inline { display: flex; gap: 8px; align-items: center; } .short { width: 104px; min-height: 36px; padding: 5px 10px; font-size: 14px; font-variant-numeric: tabular-nums; text-align: right; }
.row { display: flex; justify-content: space-between; align-items: baseline; gap: 4px 16px; flex-wrap: wrap; } .large { font-size: 20px; font-weight: 650; line-height: 1.3; }
.keys { display: grid; gap: 10px; grid-template-columns: repeat(auto-fit, minmax(min(220px, 100%), 1fr)); } .keys > * { min-width: 0; }
.news { background: var(--sheet); border: 1px solid var(--line); border-left: 4px solid var(--good); padding: 12px 14px; border-radius: 6px; font-weight: 550; }
.block { display: block; } .sum.lines, .sum:first-child { padding-top: 0; border-top: 0; } .links { display: flex; gap: 16px; } .danger.wide { width: 100%; }
.steps { display: grid; grid-template-columns: repeat(auto-fit, minmax(94px, 1fr)); gap: 10px; } .steps button { padding-inline: 4px; } .date { grid-template-columns: minmax(0, 1fr) auto; align-items: end; } .date button { width: auto; }
fieldset { border: 0; padding: 0; display: grid; gap: 4px; min-width: 0; } legend { font-weight: 550; font-size: 15px; padding: 0 0 6px; }
.choice { display: flex; gap: 10px; align-items: center; font-weight: 400; min-height: 36px; } .choice input { width: 20px; min-height: 20px; flex: none; accent-color: var(--do); }
textarea { width: 100%; padding: 10px 12px; font: inherit; color: inherit; background: var(--well); border: 1px solid var(--edge); border-radius: 8px; resize: vertical; }
@media (max-width: 640px) {
  .sandbox-bar { padding-right: 0; } .sandbox-bar::after { content: ""; position: sticky; right: 0; flex: 0 0 40px; height: 44px; background: linear-gradient(to left, #15171c 8px, transparent); pointer-events: none; }
  .cards, .cards tbody, .cards tr, .cards td { display: block; } .cards thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .cards tr { padding: 12px 0; border-top: 1px solid var(--line); } .cards tbody tr:first-child { padding-top: 0; border-top: 0; }
  .cards td { display: grid; grid-template-columns: 104px minmax(0, 1fr); gap: 2px 12px; align-items: baseline; padding: 3px 0; border: 0; white-space: normal; overflow-wrap: anywhere; justify-items: start; } .cards td:empty { display: none; }
  .cards td::before { color: var(--soft); font-weight: 550; grid-row: 1 / span 4; } .cards td > * { grid-column: 2; }
  .cards td.number { white-space: normal; } .cards .inline { flex-wrap: wrap; }
  ${Array.from({ length: 7 }, (_, index) => `.cards td:nth-child(${index + 1})::before { content: var(--column-${index + 1}); }`).join(' ')}
}
@media (max-width: 480px) { .date { grid-template-columns: minmax(0, 1fr); } .date button { width: 100%; } main { padding-top: 20px; } .sheet { padding: 18px 16px; } }
`;
