/** @jest-environment node */
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from '@jest/globals';
import * as ui from './index.ts';

const nothing = () => undefined;
const shot = { src: '/a.webp', alt: 'List', width: 1280, height: 800 };
const pictures: Record<string, ReactElement> = {
  AppLogo: <ui.AppLogo appKey="nginx" src="/nginx.svg" />,
  Avatar: <ui.Avatar name="林薇" />,
  Badge: <ui.Badge tone="good">Published</ui.Badge>,
  Breadcrumb: (
    <ui.Breadcrumb label="Breadcrumb">
      <a href="/store">Store</a>
    </ui.Breadcrumb>
  ),
  Button: <ui.Button busy>Save</ui.Button>,
  Card: <ui.Card title="Card">words</ui.Card>,
  Carousel: (
    <ui.Carousel
      label="Deck"
      words={{ previous: 'Previous', next: 'Next' }}
      slides={[
        { id: 'one', label: 'One', content: 'first slide' },
        { id: 'two', label: 'Two', content: 'second slide' },
      ]}
    />
  ),
  Checkbox: <ui.Checkbox>Certified</ui.Checkbox>,
  Command: <ui.Command label="Command" command="docker ps" />,
  ControlRow: <ui.ControlRow>row</ui.ControlRow>,
  CopyButtonView: (
    <ui.CopyButtonView
      state="idle"
      words={{ idle: 'Copy', copied: 'Copied', failed: 'Failed' }}
      onCopy={nothing}
    />
  ),
  Countdown: <ui.Countdown label="3 days" parts={[{ value: 3, unit: 'days' }]} />,
  EmptyState: <ui.EmptyState title="Empty" />,
  Field: <ui.Field label="Name">{(control) => <ui.TextInput {...control} />}</ui.Field>,
  Flag: <ui.Flag appKey="nginx" />,
  Helm: <ui.Helm />,
  Icon: <ui.Icon name="copy" />,
  LoadingBarView: <ui.LoadingBarView label="Loading" state="loading" progress={40} />,
  Meta: <ui.Meta items={[{ term: 'Version', value: '1' }]} />,
  LiveRegion: <ui.LiveRegion role="status">19 apps</ui.LiveRegion>,
  Notice: <ui.Notice>Know this</ui.Notice>,
  NotificationLayer: <ui.NotificationLayer zIndex={2000}>corner</ui.NotificationLayer>,
  NotificationView: <ui.NotificationView title="News" onClose={nothing} closeLabel="Close" />,
  PageHead: <ui.PageHead title="Store" />,
  Pagination: (
    <ui.Pagination
      words={{ label: 'Pages', previous: 'Previous', next: 'Next', page: String }}
      page={1}
      pages={3}
      link={(page, { children }) => <a href={`?page=${page}`}>{children}</a>}
    />
  ),
  PasswordInput: <ui.PasswordInput words={{ show: 'Show', hide: 'Hide' }} />,
  RadioGroup: (
    <ui.RadioGroup legend="Gender" name="gender" options={[{ value: 'secret', label: 'Secret' }]} />
  ),
  Screenshots: <ui.Screenshots label="Screenshots" items={[shot]} />,
  SearchInput: <ui.SearchInput />,
  Select: <ui.Select />,
  SideNav: (
    <ui.SideNav label="Account">
      <a href="/user">Profile</a>
    </ui.SideNav>
  ),
  Skeleton: <ui.Skeleton label="Loading" />,
  SettledStatus: <ui.SettledStatus text="19 apps" />,
  SliderView: (
    <ui.SliderView
      label="Slide"
      state="prompt"
      status="Drag"
      picture={null}
      value={0}
      onChange={nothing}
      onAnswer={nothing}
      words={{ verify: 'Verify', left: String, right: String }}
    />
  ),
  StatusDot: <ui.StatusDot />,
  Progress: <ui.Progress label="Uploading" share={0.5} />,
  Timeline: (
    <ui.Timeline
      label="History"
      events={[{ key: 1, title: 'Bought', at: '2026-11-18T02:00:00Z', when: '18 Nov 2026' }]}
    />
  ),
  UploadTiles: (
    <ui.UploadTiles
      label="Pictures"
      items={[{ key: '1', name: 'a.png', state: 'uploading', share: 0.5 }]}
      words={{
        add: 'Add',
        drop: 'Let go',
        uploading: (name) => `Uploading ${name}`,
        uploaded: (name) => `${name} uploaded`,
        removed: (name) => `${name} removed`,
        remove: (name) => `Remove ${name}`,
        cancel: (name) => `Cancel ${name}`,
        retry: (name) => `Retry ${name}`,
      }}
      accept="image/*"
      room={2}
      onFiles={nothing}
      onRemove={nothing}
    />
  ),
  Steps: <ui.Steps label="Steps" steps={['One', 'Two']} current={0} doneLabel="done" />,
  Table: (
    <ui.Table
      caption="Servers"
      columns={[{ key: 'id', header: 'Server', cell: (row: string) => row }]}
      rows={['db-01']}
      rowKey={String}
    />
  ),
  Tabs: (
    <ui.Tabs label="Account">
      <a href="/login">Sign in</a>
    </ui.Tabs>
  ),
  Tape: <ui.Tape />,
  TextArea: <ui.TextArea />,
  TextInput: <ui.TextInput />,
  ToastView: (
    <ui.ToastView kind="error" onClose={nothing} closeLabel="Close" zIndex={2000}>
      Failed
    </ui.ToastView>
  ),
};
// Over the page, and so never in what the server sends.
const overlays: Record<string, ReactElement> = {
  DialogView: <ui.DialogView title="Sure?" onClose={nothing} closeLabel="Close" zIndex={2000} />,
  LightboxView: (
    <ui.LightboxView
      words={{ label: 'Pictures', close: 'Close', previous: 'Previous', next: 'Next', position: '1 of 1' }}
      items={[shot]}
      index={0}
      onIndex={nothing}
      onClose={nothing}
    />
  ),
};

test('every component has its sample here', () => {
  const components = Object.keys(ui).filter((name) => /^[A-Z]/.test(name));
  expect([...Object.keys(pictures), ...Object.keys(overlays)].sort()).toEqual(components.sort());
});

test.each(Object.entries(pictures))(
  '%s is rendered on the server without a style attribute',
  (_name, element) => {
    const html = renderToString(element);
    expect(html).toMatch(/^<\w+/);
    expect(html).not.toMatch(/\sstyle="/);
  },
);

test.each(Object.entries(overlays))('%s waits for the browser', (_name, element) => {
  expect(renderToString(element)).toBe('');
});

test('a carousel holds all its slides before any script', () => {
  const html = renderToString(pictures.Carousel);
  expect(html).toContain('first slide');
  expect(html).toContain('second slide');
});
