/** The build id of this page; "dev" in development. */
declare const __BUILD__: string;
