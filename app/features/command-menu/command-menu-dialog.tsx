import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  useComboboxStore,
} from '@ariakit/react';
import { ExternalLink, Search } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Link } from 'react-router';

import { Dialog } from '#app/components/dialog.tsx';
import { commandMenuDialogMessages } from '#content/messages/command-menu-dialog.ts';

import { useCommandResults, type CommandResult } from './use-command-results.ts';

import './command-menu.css';

const messages = commandMenuDialogMessages;
const MAX_QUERY_LENGTH = 100;

type Props = { onClose: () => void; onSignOut: () => void };

function renderTarget(target: CommandResult['target']) {
  if ('to' in target) return <Link to={target.to} />;
  if ('href' in target) return <Link to={target.href} reloadDocument target="_blank" rel="noreferrer" />;
  return <div />;
}

function ResultItem({ result, onClose, onSignOut }: Props & { result: CommandResult }) {
  const { Icon, label, detail, note, target } = result;
  const handleClick = (event: MouseEvent) => {
    // The browser opens the link in a new tab, and the menu stays.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    onClose();
    if ('action' in target) onSignOut();
  };
  return (
    <ComboboxItem
      className="command-menu__item"
      render={renderTarget(target)}
      focusOnHover
      hideOnClick={false}
      setValueOnClick={false}
      // Keeps the focus in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={handleClick}
    >
      <Icon className="i" aria-hidden="true" />
      <span className="command-menu__label" dir="auto">
        {label}
        {detail && <span className="command-menu__detail small"> {detail}</span>}
      </span>
      {note && <span className="command-menu__note small num">{note}</span>}
      {'href' in target && <ExternalLink className="i command-menu__note" aria-label={messages.newTab} />}
    </ComboboxItem>
  );
}

/** Search and commands in a dialog. The focus stays in the input; arrow keys move through the results. */
export function CommandMenuDialog({ onClose, onSignOut }: Props) {
  const [input, setInput] = useState('');
  const { query, groups, count, isSearching, errors } = useCommandResults(input);
  const store = useComboboxStore({
    open: true,
    resetValueOnHide: false,
    inputValue: input,
    setInputValue: setInput,
  });
  const listRef = useRef<HTMLDivElement>(null);
  const groupId = useId();
  const handleEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const { activeId } = store.getState();
    if (activeId && store.item(activeId)?.element?.isConnected) return;
    // Ariakit highlights the first result a frame after the typing.
    event.preventDefault();
    event.stopPropagation();
    listRef.current?.querySelector<HTMLElement>('[role="option"]')?.click();
  };
  return (
    <Dialog title={messages.title} className="dlg command-menu" initialFocus="input" onClose={onClose}>
      <div className="command-menu__input">
        <Search className="i" aria-hidden="true" />
        <Combobox
          store={store}
          autoSelect="always"
          aria-label={messages.label}
          placeholder={messages.placeholder}
          maxLength={MAX_QUERY_LENGTH}
          spellCheck={false}
          enterKeyHint="go"
          onKeyDownCapture={handleEnter}
        />
      </div>
      <ComboboxList
        store={store}
        ref={listRef}
        className="command-menu__list"
        aria-label={messages.title}
        alwaysVisible
      >
        {groups.map(({ id, results }) => (
          <ComboboxGroup key={id} className="command-menu__group" aria-labelledby={`${groupId}-${id}`}>
            <ComboboxGroupLabel className="command-menu__group-label small" id={`${groupId}-${id}`}>
              {messages.groups[id]}
            </ComboboxGroupLabel>
            {results.map((result) => (
              <ResultItem key={result.id} {...{ result, onClose, onSignOut }} />
            ))}
          </ComboboxGroup>
        ))}
      </ComboboxList>
      {count === 0 && (
        <p className="command-menu__message">{isSearching ? messages.searching : messages.noResults({ query })}</p>
      )}
      {errors.map((error) => (
        <p key={error} className="command-menu__message" role="alert">
          {error}
        </p>
      ))}
      <p className="vh" role="status">
        {query !== '' && !isSearching && messages.found({ count })}
      </p>
    </Dialog>
  );
}
