"""Types that cross the network, and close codes.

No behaviour. The browser's TypeScript types are generated from these modules.
"""
