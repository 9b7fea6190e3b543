// Drives a server with gophercloud as its users do: signs in, finds the endpoint in the catalog, and prints one
// line for each call. Takes the identity URL, the user, the password, and the file of the server's certificate.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/gophercloud/gophercloud"
	"github.com/gophercloud/gophercloud/openstack"
	"github.com/gophercloud/gophercloud/openstack/clustering/v1/actions"
	"github.com/gophercloud/gophercloud/openstack/clustering/v1/clusters"
	"github.com/gophercloud/gophercloud/openstack/clustering/v1/nodes"
	"github.com/gophercloud/gophercloud/openstack/clustering/v1/policies"
	"github.com/gophercloud/gophercloud/openstack/clustering/v1/profiles"
	"github.com/gophercloud/gophercloud/openstack/clustering/v1/receivers"
	"github.com/gophercloud/gophercloud/openstack/identity/v3/tokens"
)

func must(what string, err error) {
	if err != nil {
		fmt.Printf("%s: FAILED: %v\n", what, err)
		os.Exit(1)
	}
}

func main() {
	pem, err := os.ReadFile(os.Args[4])
	must("certificate", err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)

	provider, err := openstack.NewClient(os.Args[1])
	must("client", err)
	provider.HTTPClient = http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}},
		Timeout:   time.Minute,
	}
	must("sign in", openstack.Authenticate(provider, gophercloud.AuthOptions{
		IdentityEndpoint: os.Args[1],
		Username:         os.Args[2],
		Password:         os.Args[3],
		DomainID:         "default",
		TenantName:       "cloudadapter",
		AllowReauth:      true,
	}))

	for _, availability := range []gophercloud.Availability{
		gophercloud.AvailabilityAdmin, gophercloud.AvailabilityInternal, gophercloud.AvailabilityPublic} {
		found, err := openstack.NewClusteringV1(provider, gophercloud.EndpointOpts{Availability: availability})
		must("endpoint", err)
		fmt.Println("endpoint:", availability, found.Endpoint)
	}
	client, err := openstack.NewClusteringV1(provider, gophercloud.EndpointOpts{Region: "cloudadapter"})
	must("endpoint", err)

	page, err := clusters.List(client, clusters.ListOpts{}).AllPages()
	must("clusters", err)
	all, err := clusters.ExtractClusters(page)
	must("clusters", err)
	for _, one := range all {
		fmt.Println("cluster:", one.Name, one.Status, one.DesiredCapacity)
	}
	cluster, err := clusters.Get(client, "web").Extract()
	must("cluster", err)

	action, err := clusters.ScaleOut(client, cluster.ID, clusters.ScaleOutOpts{Count: 2}).Extract()
	must("scale out", err)
	for state := ""; state != "SUCCEEDED"; {
		found, err := actions.Get(client, action).Extract()
		must("action", err)
		if found.Status == "FAILED" {
			fmt.Println("action: FAILED", found.StatusReason)
			os.Exit(1)
		}
		if state = found.Status; state != "SUCCEEDED" {
			time.Sleep(100 * time.Millisecond)
		}
	}
	fmt.Println("scaled out:", action != "")

	resized, err := clusters.Resize(client, "web", clusters.ResizeOpts{
		AdjustmentType: clusters.ExactCapacityAdjustment, Number: 2}).Extract()
	must("resize", err)
	fmt.Println("resized:", resized != "")

	page, err = nodes.List(client, nodes.ListOpts{}).AllPages()
	must("nodes", err)
	machines, err := nodes.ExtractNodes(page)
	must("nodes", err)
	fmt.Println("nodes:", len(machines) > 0, machines[0].ClusterID == cluster.ID)

	made, err := policies.Create(client, policies.CreateOpts{Name: "in-by-two", Spec: policies.Spec{
		Type: "senlin.policy.scaling", Version: "1.0",
		Properties: map[string]interface{}{
			"event":      "CLUSTER_SCALE_IN",
			"adjustment": map[string]interface{}{"type": "CHANGE_IN_CAPACITY", "number": 2},
		}}}).Extract()
	must("policy", err)
	fmt.Println("policy:", made.Name, made.Type)
	_, err = clusters.AttachPolicy(client, "web", clusters.AttachPolicyOpts{PolicyID: made.ID}).Extract()
	must("attach", err)
	page, err = clusters.ListPolicies(client, "web", clusters.ListPoliciesOpts{}).AllPages()
	must("bindings", err)
	bound, err := clusters.ExtractClusterPolicies(page)
	must("bindings", err)
	for _, one := range bound {
		fmt.Println("bound:", one.PolicyName, one.Enabled)
	}
	_, err = clusters.DetachPolicy(client, "web", clusters.DetachPolicyOpts{PolicyID: made.ID}).Extract()
	must("detach", err)
	must("delete policy", policies.Delete(client, made.ID).ExtractErr())

	_, err = profiles.Create(client, profiles.CreateOpts{Name: "p", Spec: profiles.Spec{
		Type: "os.nova.server", Version: "1.0", Properties: map[string]interface{}{}}}).Extract()
	fmt.Println("unsupported:", err)
	_, err = receivers.Get(client, "r").Extract()
	fmt.Println("unsupported:", err)
	_, err = clusters.Recover(client, "web", clusters.RecoverOpts{}).Extract()
	fmt.Println("unsupported:", err)

	identity, err := openstack.NewIdentityV3(provider, gophercloud.EndpointOpts{})
	must("identity", err)
	valid, err := tokens.Validate(identity, provider.Token())
	must("validate", err)
	user, err := tokens.Get(identity, provider.Token()).ExtractUser()
	must("token", err)
	fmt.Println("token:", valid, user.Name)
	must("revoke", tokens.Revoke(identity, provider.Token()).Err)
	revoked := provider.Token()
	_, err = clusters.Get(client, "web").Extract()
	must("sign in again", err)
	fmt.Println("signed in again:", revoked != provider.Token())
}
