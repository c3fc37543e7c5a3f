import type { AnalyticsPeriod } from './analytics.ts';
import type { Deliverable, DeliverableSettings, FileVersion } from './deliverable.ts';
import type { DeliveryAnalytics } from './delivery-analytics.ts';
import type { CurrentLicenseState, LicenseActivation, LicenseRow } from './entitlement.ts';
import type { OrderDetail } from './order-detail.ts';

/** An upload that is under way. `PATCH /uploads/{id}` with `Upload-Offset` continues it; see docs/api.md. */
export type Upload = {
  id: string;
  pageId: string;
  /** The deliverable that gets a new version; null: the upload creates one. */
  deliverableId: string | null;
  fileName: string;
  bytes: number;
  /** Bytes that the server has. */
  received: number;
  expiresAt: string;
};

/** A file among all files of a seller. */
export type SellerFile = {
  deliverableId: string;
  name: string;
  pageId: string;
  pageName: string;
  /** The page no longer delivers it, but buyers have access to it. */
  removed: boolean;
  file: FileVersion | null;
  versions: number;
  /** Sum of all versions. */
  bytes: number;
};

/** RPC functions of deliverables, files and license keys. */
export type DeliveryRpc = {
  'list-deliverables': { body: { pageId: string }; response: { deliverables: Deliverable[] } };
  'create-deliverable': {
    body: { pageId: string; name: string; settings: DeliverableSettings };
    response: { deliverable: Deliverable };
  };
  /** The kind cannot change. */
  'update-deliverable': {
    body: { deliverableId: string; name?: string; settings?: DeliverableSettings };
    response: { deliverable: Deliverable };
  };
  /** Buyers who have access keep it. */
  'remove-deliverable': { body: { deliverableId: string }; response: { removed: true } };
  'list-file-versions': {
    body: { deliverableId: string };
    response: { versions: FileVersion[]; current: number | null };
  };
  /** Makes an earlier version the one that buyers get. */
  'use-file-version': { body: { deliverableId: string; number: number }; response: { deliverable: Deliverable } };
  /** Emails buyers about a new version, at most once in 7 days per page. `emails`: how many were queued. */
  'announce-file-version': { body: { deliverableId: string }; response: { emails: number } };
  'start-upload': {
    body: { pageId: string; deliverableId?: string; fileName: string; bytes: number };
    response: { upload: Upload };
  };
  'list-uploads': { body: { pageId: string }; response: { uploads: Upload[] } };
  /** `sha256`: hex digest of the whole file; a different one is refused. */
  'finish-upload': { body: { uploadId: string; sha256: string }; response: { deliverable: Deliverable } };
  'cancel-upload': { body: { uploadId: string }; response: { canceled: true } };
  /** URL of a file for its seller, valid for 5 minutes. */
  'create-file-link': { body: { deliverableId: string; number?: number }; response: { url: string } };
  /** `limit` in bytes. */
  'list-files': {
    body: Record<string, never>;
    response: { files: SellerFile[]; storage: { used: number; limit: number } };
  };
  /** Sold last first, then unused ones. `search`: last letters of the key, or a part of the buyer's email address. */
  'list-licenses': {
    body: { deliverableId?: string; search?: string; state?: CurrentLicenseState; page?: number };
    response: {
      licenses: LicenseRow[];
      page: number;
      pages: number;
      count: number;
      deliverables: { id: string; name: string; unusedKeys: number | null }[];
    };
  };
  'get-license': { body: { licenseId: string }; response: { license: LicenseRow; activations: LicenseActivation[] } };
  /** The whole key; recorded in the audit log. */
  'show-license-key': { body: { licenseId: string }; response: { key: string } };
  /** `duplicates`: line numbers, from 1, of keys that are on the list twice or were added before. */
  'import-license-keys': {
    body: { deliverableId: string; keys: string[] };
    response: { added: number; duplicates: number[]; unusedKeys: number };
  };
  'remove-unused-keys': { body: { deliverableId: string }; response: { removed: number } };
  'update-license': {
    body: { licenseId: string; maxActivations?: number | null; expiresAt?: string | null };
    response: { license: LicenseRow };
  };
  'end-activation': {
    body: { activationId: string };
    response: { license: LicenseRow; activations: LicenseActivation[] };
  };
  'revoke-entitlement': { body: { entitlementId: string }; response: { order: OrderDetail } };
  'restore-entitlement': { body: { entitlementId: string }; response: { order: OrderDetail } };
  /** Gives the buyer a new key; the old one is no longer valid. */
  'replace-license-key': { body: { licenseId: string }; response: { order: OrderDetail } };
  /** Emails the buyer what they have bought, with a new link. */
  'send-delivery-email': { body: { orderId: string }; response: { order: OrderDetail } };
  /** The same for several orders. `emails`: how many were queued. */
  'send-delivery-emails': { body: { orderIds: string[] }; response: { emails: number } };
  /** Null for a page that delivers neither files nor license keys. */
  'get-delivery-analytics': {
    body: { pageId: string; period: AnalyticsPeriod };
    response: { delivery: DeliveryAnalytics | null };
  };
  /** The seller's secret, which signs private links and redirects. */
  'show-signing-secret': { body: Record<string, never>; response: { secret: string } };
  /** URLs that were signed with the old secret are no longer valid. */
  'replace-signing-secret': { body: Record<string, never>; response: { secret: string } };
};
